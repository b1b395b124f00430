import type { EntityRow } from '../entity/entity-row.ts';
import type { OwnColumn } from '../entity/list-columns.ts';
import { t } from '../kernel/language.tsx';
import { lineText as text } from '../locales/line.ts';
import { markText } from '../locales/marks.ts';
import { heldOn } from './shift-band-model.ts';
import { widthFor } from './column-width.ts';
import { nameOfShown } from './shown-name.ts';
import { shiftWords } from './line-shifts.tsx';
import { siteToday } from './site-today.ts';
import { StationMark } from './station-mark.tsx';

type Device = {
  readonly name?: string | null;
  readonly isBottleneck?: boolean;
  readonly validFrom?: string | null;
  readonly validTo?: string | null;
};

/** Cells of the list of lines, by column; shifts and devices are those of today. */
export const lineCells = {
  shifts: (row: EntityRow) => (
    <span className="num" title={shiftWords(row)}>
      {shiftWords(row) || '—'}
    </span>
  ),
  devices: (row: EntityRow) => <span className="num">{devicesOf(row).length}</span>,
  bottleneck: (row: EntityRow) => {
    const names = devicesOf(row)
      .filter((device) => device.isBottleneck)
      .map(({ name }) => name ?? '')
      .join(t(markText.comma));
    return names === '' ? '—' : <span title={names}>{names}</span>;
  },
  leader: leaderOf,
  hasOutput: (row: EntityRow) =>
    row['hasOutput'] === true ? (
      <span className="state-word">
        <StationMark role="discharge" />
        <span>{t(text.hasOutputShort)}</span>
      </span>
    ) : (
      <span className="state-word" title={t(text.noOutput)}>
        <StationMark role="none" />
        <span className="is-warn">{t(text.noOutputShort)}</span>
      </span>
    ),
};

/** Facts of the drawer that are said as in the list. */
export const lineFacts = { leader: leaderOf };

/** What the list of lines says beside the declaration. */
export const lineColumns: readonly OwnColumn[] = [
  { prop: 'code', width: 66 },
  { prop: 'name', width: 118 },
  { prop: 'lineType', width: widthFor(72, 104) },
  { prop: 'shifts', width: 230, right: false },
  { prop: 'devices', label: t(text.devices), width: widthFor(52, 66) },
  { prop: 'bottleneck', label: t(text.bottleneck), width: 124 },
  { prop: 'standardBeat', label: t(text.beat), width: 76 },
  { prop: 'leader', width: widthFor(84, 100), formatter: leaderOf },
  { prop: 'hasOutput', label: t(text.outputHead), width: 76 },
  { prop: 'status', width: widthFor(58, 74) },
];

function devicesOf(row: EntityRow): Device[] {
  return heldOn((row['devices'] as Device[] | undefined) ?? [], siteToday());
}

/** The name without the account before it. */
function leaderOf(row: EntityRow): string {
  const shown = row.shown?.['leader'];
  return typeof shown === 'string' ? nameOfShown(shown).name : '—';
}
