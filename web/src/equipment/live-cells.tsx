import { textOf } from '@millwright/contract/kernel/text';
import { widthFor } from '../base/column-width.ts';
import { equipmentCells } from '../base/equipment-cells.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import type { OwnColumn } from '../entity/list-columns.ts';
import { t } from '../kernel/language.tsx';
import { numberText } from '../kinds/number-text.ts';
import { wallOf } from '../kinds/site-time.ts';
import { equipmentText as text } from '../locales/equipment.ts';

const usual = [
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
];

export const liveOfOneSite = [...usual, 'coverage'];

/** The department takes the room of program and data coverage, so that nothing leaves the sight. */
export const liveOfAllSites = [...usual.filter((prop) => prop !== 'program'), 'departName'];

export const liveFilters = ['lineId', 'runningStatus', 'mode', 'isShow'];

export const liveWidths: readonly OwnColumn[] = [
  { prop: 'number', width: 92 },
  { prop: 'nickname', width: 124 },
  { prop: 'runningStatus', width: widthFor(84, 114) },
  { prop: 'sinceTime', width: 144 },
  { prop: 'lineId', width: 56 },
  { prop: 'stationId', width: 104 },
  { prop: 'mode', width: widthFor(60, 84) },
  { prop: 'program', width: 70 },
  { prop: 'actionRate', width: 84, right: true },
  { prop: 'output', label: t(text.outputColumn), width: 84, right: true },
  { prop: 'coverage', width: 98, right: true },
];

export const liveCells = {
  lineId: equipmentCells.lineId,
  stationId: equipmentCells.stationId,
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
