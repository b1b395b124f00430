import type { StateHistory } from '@millwright/contract/equipment/live-equipment';
import { type ChartData, spanWords } from '../charts/chart-data.ts';
import { t } from '../kernel/language.tsx';
import { chartUnit } from '../locales/chart.ts';
import { equipmentText as text } from '../locales/equipment.ts';
import { lookOf, stateLooks } from './live-row.ts';
import { sourceWord } from './work-tabs.tsx';

/** The states of a machine one after the other. */
export function statesData(data: StateHistory, subject: string): ChartData {
  return {
    title: t(text.states),
    subject,
    period: spanWords(data.from, data.to),
    columns: [
      { label: text.from, isInstant: true },
      { label: text.until, isInstant: true },
      { label: text.state },
      { label: text.length, unit: chartUnit.minutes, digits: 1 },
      { label: text.program },
      { label: text.source },
    ],
    rows: data.intervals.map(({ from, to, status, program, source }) => [
      from,
      to,
      t(lookOf(status).word),
      (Date.parse(to) - Date.parse(from)) / 60_000,
      program,
      sourceWord(source),
    ]),
  };
}

/** What the states add up to. */
export function sharesData(data: StateHistory, subject: string): ChartData {
  return {
    title: t(text.share),
    subject,
    period: spanWords(data.from, data.to),
    columns: [
      { label: text.state },
      { label: text.length, unit: chartUnit.minutes, digits: 1 },
      { label: text.part, unit: chartUnit.percent, digits: 1 },
    ],
    rows: sharesOf(data).map(({ status, seconds, share }) => [
      t(lookOf(status).word),
      seconds / 60,
      share * 100,
    ]),
  };
}

/** Seconds of each state that lasted and its share of all, the longest first. */
export function sharesOf({ seconds: sums }: StateHistory) {
  const whole = Object.values(sums).reduce((sum, seconds) => sum + seconds, 0);
  return Object.keys(stateLooks)
    .map((status) => ({ status, seconds: sums[status] ?? 0 }))
    .filter(({ seconds }) => seconds >= 1)
    .map((row) => ({ ...row, share: row.seconds / whole }))
    .toSorted((a, b) => b.seconds - a.seconds);
}
