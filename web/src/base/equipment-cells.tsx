import { textOf } from '@millwright/contract/kernel/text';
import type { EntityRow } from '../entity/entity-row.ts';
import type { OwnColumn } from '../entity/list-columns.ts';
import { t } from '../kernel/language.tsx';
import { baseText as text } from '../locales/base.ts';
import { widthFor } from './column-width.ts';
import { nameOfShown } from './shown-name.ts';

/** Cells of the list of equipment, by column. */
export const equipmentCells = {
  ip: (row: EntityRow) => <span className="num">{addressOf(row)}</span>,
  lineId: (row: EntityRow) =>
    typeof row.shown?.['lineId'] === 'string' ? (
      <span title={row.shown['lineId']}>{nameOfShown(row.shown['lineId']).number}</span>
    ) : (
      '—'
    ),
  stationId: (row: EntityRow) =>
    typeof row.shown?.['stationId'] === 'string' ? (
      <span title={row.shown['stationId']}>{nameOfShown(row.shown['stationId']).name}</span>
    ) : (
      '—'
    ),
};

/** Facts of a machine: a port is a name, not a number of something. */
export const equipmentFacts = {
  port: (row: EntityRow) => <span className="num">{textOf(row['port']) || '—'}</span>,
};

/** What the list of equipment says beside the declaration. */
export const equipmentColumns: readonly OwnColumn[] = [
  { prop: 'number', width: 96 },
  { prop: 'nickname', width: 140 },
  { prop: 'equipmentKind', width: widthFor(78, 104) },
  { prop: 'lineId', width: 56 },
  { prop: 'stationId', width: 106 },
  { prop: 'controlType', width: 108 },
  { prop: 'ip', label: t(text.address), width: 130 },
  { prop: 'securityDoorNo', label: t(text.door), width: 64 },
  { prop: 'standardActionRate', label: t(text.actionRate), width: widthFor(98, 104) },
  { prop: 'runningStatus', label: t(text.running), width: widthFor(80, 114) },
  { prop: 'isShow', width: 70 },
  { prop: 'status', width: widthFor(58, 74) },
];

/** `10.20.4.33:8193`; an IPv6 address stands in brackets before its port. */
export function addressOf(row: EntityRow): string {
  const { ip, port } = row;
  if (typeof ip !== 'string' || ip === '') return '—';
  const host = ip.includes(':') && typeof port === 'number' ? `[${ip}]` : ip;
  return typeof port === 'number' ? `${host}:${port}` : host;
}
