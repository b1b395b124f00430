import type { EntityRow } from '../entity/entity-row.ts';
import type { OwnColumn } from '../entity/list-columns.ts';
import { say, t } from '../kernel/language.tsx';
import { baseText as text } from '../locales/base.ts';
import { widthFor } from './column-width.ts';
import { nameOfShown } from './shown-name.ts';
import { StationMark } from './station-mark.tsx';
import type { StationRole } from './station-mark.tsx';

/** Cells of the list of stations, by column. */
export const stationCells = {
  output: (row: EntityRow) => <OutputOf row={row} />,
  mergeStation: (row: EntityRow) =>
    typeof row['mergeStation'] === 'number' ? (
      <span className="word-marks">
        <span className="num">{say(text.mergeNumber, { n: row['mergeStation'] })}</span>
      </span>
    ) : (
      '—'
    ),
  lineId: (row: EntityRow) => {
    const shown = row.shown?.['lineId'];
    return typeof shown === 'string' ? <span title={shown}>{nameOfShown(shown).number}</span> : '—';
  },
};

/** What the list of stations says beside the declaration. */
export const stationColumns: readonly OwnColumn[] = [
  { prop: 'workReportStationNo', label: t(text.stationNo), width: 120 },
  { prop: 'stationName', width: 130 },
  { prop: 'lineId', width: 64 },
  { prop: 'sequence', width: 64 },
  { prop: 'processName', width: 130 },
  { prop: 'output', label: t(text.output), width: widthFor(84, 104) },
  { prop: 'mergeStation', label: t(text.mergeHead), width: 90, right: false },
  { prop: 'equipmentId', width: 150 },
  { prop: 'interlockOn', width: 76 },
  { prop: 'status', width: widthFor(58, 74) },
];

/** ▼ discharge or ✕ NG with its word; stations that pieces only pass say nothing. */
export function OutputOf({ row }: { row: EntityRow }) {
  const role = roleOf(row);
  if (role === 'pass') return '—';
  return (
    <span className="state-word">
      <StationMark role={role} />
      {t(role === 'ng' ? text.ngWord : text.dischargeWord)}
    </span>
  );
}

export function roleOf(row: EntityRow): StationRole {
  if (row['dischargeFlag'] === true) return 'discharge';
  return row['ngStationFlag'] === true ? 'ng' : 'pass';
}
