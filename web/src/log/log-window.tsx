import { dates } from '@millwright/contract/constants';
import type { FilterValue } from '@millwright/contract/kernel/query';
import { Segmented } from 'antd';
import dayjs from 'dayjs';
import type { List } from '../entity/use-list.ts';
import { lastDays } from '../kernel/dates.ts';
import { t } from '../kernel/language.tsx';
import { wallOf } from '../kinds/site-time.ts';
import { logText as text } from '../locales/logs.ts';
import './log-window.css';

/** The last `days` days of the site, today included, as a condition on a log's time. */
export function windowOf(days: number, now = new Date()): FilterValue {
  const { start, end } = lastDays(days, dayjs(wallOf(now.toISOString())));
  return { begin: start.format(dates.dayFormat), end: end.format(dates.dayFormat) };
}

/** The toolbar of a log: how far back it is read. */
export function logWindow(list: List) {
  return <LogWindow list={list} />;
}

/** Today, 7 or 30 days; another window is chosen in the search row. */
function LogWindow({ list }: { list: List }) {
  const chosen = JSON.stringify(list.state.filters['at'] ?? null);
  const value = WINDOWS.find(({ days }) => JSON.stringify(windowOf(days)) === chosen)?.days ?? 0;
  return (
    <Segmented<number>
      className="log-window"
      aria-label={t(text.window)}
      value={value}
      options={WINDOWS.map(({ days, label }) => ({ value: days, label: t(label) }))}
      onChange={(days) => list.filter({ ...list.state.filters, at: windowOf(days) })}
    />
  );
}

const WINDOWS = [
  { days: 1, label: text.today },
  { days: dates.lastDays[0], label: text.days7 },
  { days: dates.lastDays[1], label: text.days30 },
];
