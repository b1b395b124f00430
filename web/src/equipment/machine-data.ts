import type {
  ActionRateHistory,
  AlarmHistory,
  OutputHistory,
} from '@millwright/contract/equipment/live-equipment';
import { type ChartData, lastHours, spanWords } from '../charts/chart-data.ts';
import { say, t } from '../kernel/language.tsx';
import { chartUnit } from '../locales/chart.ts';
import { equipmentText as text } from '../locales/equipment.ts';
import { oeeText } from '../locales/oee.ts';
import { hoursSpan } from '../log/hour-axis.tsx';
import { alarmWords } from './live-row.ts';

/** Pieces of each hour of the last shift; an hour that nobody counted has none. */
export function outputData({ hours, standardBeat }: OutputHistory, subject: string): ChartData {
  return {
    title: t(text.madeByHour),
    note:
      standardBeat === null
        ? t(text.madeByHourBare)
        : say(text.madeByHourNote, { n: standardBeat }),
    subject,
    period: hoursSpan(hours.map(({ hour }) => ({ at: hour }))),
    columns: [
      { label: text.hour, isInstant: true },
      { label: text.good, unit: chartUnit.pieces, digits: 0 },
      { label: text.ng, unit: chartUnit.pieces, digits: 0 },
      { label: text.standardPieces, unit: chartUnit.pieces, digits: 1 },
    ],
    rows: hours.map(({ hour, good, ng, standard }) => [hour, good, ng, standard]),
  };
}

/** The action rate of each hour of the shift against the standard. */
export function hourlyData({ hours, standard }: ActionRateHistory, subject: string): ChartData {
  return {
    title: t(text.hourlyRate),
    note: t(text.hourlyNote),
    subject,
    period: hoursSpan(hours.map(({ hour }) => ({ at: hour }))),
    columns: [{ label: text.hour, isInstant: true }, ...RATES],
    rows: hours.map(({ hour, ...rates }) => [hour, ...ratesOf(rates), standard]),
  };
}

/** The action rate of each production date against the standard. */
export function dailyData({ days, standard }: ActionRateHistory, subject: string): ChartData {
  return {
    title: t(text.dailyRate),
    note: t(text.dailyNote),
    subject,
    period: spanWords(days[0]?.day, days.at(-1)?.day),
    columns: [{ label: text.shiftDate }, ...RATES],
    rows: days.map(({ day, ...rates }) => [day, ...ratesOf(rates), standard]),
  };
}

/** Which alarms of a machine cost most. */
export function paretoData(rows: AlarmHistory['pareto'], subject: string): ChartData {
  return {
    title: t(text.pareto),
    note: t(text.paretoNote),
    subject,
    period: lastHours(30 * 24),
    columns: [
      { label: text.encoding },
      { label: text.alarmContent },
      { label: text.length, unit: chartUnit.minutes, digits: 0 },
      { label: text.count, digits: 0 },
    ],
    rows: rows.map((row) => [row.encoding, alarmWords(row), row.minutes, row.count]),
  };
}

const RATES = [
  { label: text.actionRate, unit: chartUnit.percent, digits: 1 },
  { label: oeeText.dataCoverage, unit: chartUnit.percent, digits: 1 },
  { label: text.standardRate, unit: chartUnit.percent, digits: 1 },
];

function ratesOf(rates: { actionRate: number | null; coverage: number | null }) {
  return [rates.actionRate, rates.coverage].map((rate) => (rate === null ? null : rate * 100));
}
