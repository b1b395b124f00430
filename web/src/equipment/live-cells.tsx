import { textOf } from '@millwright/contract/kernel/text';
import type { EntityRow } from '../entity/entity-row.ts';
import type { OwnColumn } from '../entity/list-columns.ts';
import { numberText } from '../kinds/number-text.ts';
import { wallOf } from '../kinds/site-time.ts';

export const liveColumns = [
  'number',
  'nickname',
  'runningStatus',
  'sinceTime',
  'lineId',
  'stationId',
  'mode',
  'program',
  'actionRate',
  'output',
  'standardActionRate',
  'coverage',
  'controlType',
  'securityDoorNo',
  'isShow',
  'departName',
];

export const liveFilters = ['lineId', 'runningStatus', 'mode', 'isShow'];

export const liveWidths: readonly OwnColumn[] = [
  { prop: 'number', width: 96 },
  { prop: 'nickname', width: 150 },
  { prop: 'runningStatus', width: 120 },
  { prop: 'sinceTime', width: 145 },
  { prop: 'lineId', width: 130 },
  { prop: 'mode', width: 80 },
  { prop: 'program', width: 80 },
  { prop: 'actionRate', width: 90, right: true },
  { prop: 'output', width: 90, right: true },
  { prop: 'standardActionRate', width: 100 },
  { prop: 'coverage', width: 90, right: true },
];

export const liveCells = {
  sinceTime: (row: EntityRow) =>
    typeof row['sinceTime'] === 'string' ? (
      <span className="num">{wallOf(row['sinceTime'])}</span>
    ) : (
      '—'
    ),
  actionRate: (row: EntityRow) => <span className="num">{onePlace(row['actionRate'])}</span>,
  coverage: (row: EntityRow) => <span className="num">{onePlace(row['coverage'])}</span>,
  output: (row: EntityRow) => (
    <span className="num">
      {typeof row['output'] === 'number' ? numberText(row['output']) : '—'}
    </span>
  ),
  program: (row: EntityRow) => <span className="num">{textOf(row['program'] ?? '—')}</span>,
};

function onePlace(value: unknown): string {
  return typeof value === 'number' ? value.toFixed(1) : '—';
}
