import type { LiveFacts, LiveShift } from '@millwright/contract/equipment/live-equipment';
import type { Text } from '@millwright/contract/kernel/text';
import type { EntityRow } from '../entity/entity-row.ts';
import { locale } from '../kernel/language.tsx';
import type { Shape } from '../kinds/mark.tsx';
import { numberText } from '../kinds/number-text.ts';
import { stateText } from '../locales/equipment.ts';

/** A machine as the live pages get it. */
export type LiveRow = EntityRow & {
  readonly number: string;
  readonly nickname: string;
  readonly standardActionRate: string;
  readonly live: LiveFacts;
};

/** Whether a row came with what its machine does now. */
export function isLive(row: EntityRow): row is LiveRow {
  return typeof row['live'] === 'object' && row['live'] !== null;
}

/** Word, shape and colour of a state; no data is a state of its own. */
export interface StateLook {
  readonly word: Text;
  readonly shape: Shape;
  readonly color: string;
}

const NO_DATA: StateLook = {
  word: stateText.noData,
  shape: 'hatched',
  color: '--ink-3',
};

/** States in the order of the counters above the wall. */
export const stateLooks: Readonly<Record<string, StateLook>> = {
  run: { word: stateText.run, shape: 'dot', color: '--st-run' },
  idle: { word: stateText.idle, shape: 'ring', color: '--st-idle' },
  setup: { word: stateText.setup, shape: 'diamond', color: '--st-setup' },
  alarm: { word: stateText.alarm, shape: 'triangle', color: '--st-alarm' },
  estop: { word: stateText.estop, shape: 'octagon', color: '--st-estop' },
  maintain: { word: stateText.maintain, shape: 'square', color: '--st-maintain' },
  offline: { word: stateText.offline, shape: 'off', color: '--st-offline' },
  noData: NO_DATA,
};

/** The look of a state; what is not known is no data. */
export function lookOf(status: string | null): StateLook {
  return stateLooks[status ?? 'noData'] ?? NO_DATA;
}

/** Machines that need somebody, the most urgent first; running and waiting ones do not. */
export function needing(rows: readonly LiveRow[]): LiveRow[] {
  return rows
    .filter(({ live }) => URGENCY.includes(live.status ?? ''))
    .toSorted(
      (a, b) =>
        URGENCY.indexOf(a.live.status ?? '') - URGENCY.indexOf(b.live.status ?? '') ||
        (a.live.sinceTime ?? '').localeCompare(b.live.sinceTime ?? ''),
    );
}

const URGENCY = ['estop', 'alarm', 'offline', 'maintain', 'setup'];

/** Text of an alarm in the reader's language, else in the other. */
export function alarmWords(alarm: {
  readonly contentZh: string | null;
  readonly contentEn: string | null;
}): string {
  const [own, other] =
    locale === 'en_US' ? [alarm.contentEn, alarm.contentZh] : [alarm.contentZh, alarm.contentEn];
  return own ?? other ?? '';
}

/** `L04一序车1`: where a machine stands; the line is not said twice. */
export function placeOf({ live, nickname }: LiveRow): string {
  const name = live.stationName ?? nickname;
  return live.lineCode && !name.includes(live.lineCode) ? `${live.lineCode} ${name}` : name;
}

/** A share of 1 as percent with one place: `83.9`. */
export function percentOf(share: number | null | undefined): string {
  return share === null || share === undefined ? '—' : (share * 100).toFixed(1);
}

/** Pieces of the shift, good and NG: `64`; what nobody counts is a dash. */
export function madeOf(shift: LiveShift | null): string {
  return shift?.output ? numberText(shift.output.good + shift.output.ng) : '—';
}

/** Whether a share lies under the standard of the machine. */
export function isBelow(share: number | null | undefined, standard: string): boolean {
  return share !== null && share !== undefined && share * 100 < Number(standard) - 10;
}
