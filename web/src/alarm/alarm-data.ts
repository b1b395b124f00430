import type { AlarmAnalysis, AlarmTop } from '@millwright/contract/alarm/config';
import type { Text } from '@millwright/contract/kernel/text';
import type { ChartData } from '../charts/chart-data.ts';
import { t } from '../kernel/language.tsx';
import { alarmText as text } from '../locales/alarm.ts';
import { chartUnit } from '../locales/chart.ts';
import { contentOf } from './alarm-words.ts';

/** The alarms that came most or lasted longest. */
export function topData(
  title: Text,
  note: Text,
  rows: readonly AlarmTop[],
  of: 'count' | 'minutes',
  period: string | undefined,
): ChartData {
  const count = { label: text.times, digits: 0 };
  const minutes = { label: text.length, unit: chartUnit.minutes, digits: 0 };
  return {
    title: t(title),
    note: t(note),
    period,
    columns: [
      { label: text.encoding },
      { label: text.alarm },
      ...(of === 'count' ? [count, minutes] : [minutes, count]),
    ],
    rows: rows.map((row) => [
      row.encoding,
      contentOf(row),
      ...(of === 'count' ? [row.count, row.minutes] : [row.minutes, row.count]),
    ]),
  };
}

/** Beyond six an hour a person cannot look after them (EEMUA 191: one in ten minutes). */
export const HANDLED_PER_HOUR = 6;

/** How often each device raises alarms, beside what a person can handle. */
export function deviceData(
  rows: AlarmAnalysis['devices'],
  note: Text,
  period: string | undefined,
): ChartData {
  return {
    title: t(text.perHour),
    note: t(note),
    period,
    columns: [
      { label: text.deviceCode },
      { label: text.device },
      { label: text.times, digits: 0 },
      { label: text.alarmRate, unit: chartUnit.perHour, digits: 2 },
      { label: text.handled, unit: chartUnit.perHour, digits: 0 },
    ],
    rows: rows.map(({ number, name, count, perHour }) => [
      number,
      name,
      count,
      perHour,
      HANDLED_PER_HOUR,
    ]),
  };
}
