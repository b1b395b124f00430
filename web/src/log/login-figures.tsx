import { loginLog } from '@millwright/contract/log/login';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Text } from '@millwright/contract/kernel/text';
import type { ChartData } from '../charts/chart-data.ts';
import { ChartFrame } from '../charts/chart-frame.tsx';
import type { Filters } from '../entity/list-address.ts';
import { placeOf } from '../entity/list-place.ts';
import { keyOf } from '../entity/query-key.ts';
import type { List } from '../entity/use-list.ts';
import { api } from '../kernel/api.ts';
import { say, t } from '../kernel/language.tsx';
import { logText as text } from '../locales/logs.ts';
import { markText } from '../locales/marks.ts';
import { HourAxis, hoursSpan, hourWord } from './hour-axis.tsx';
import { windowOf } from './log-window.tsx';
import './log-figures.css';
import './log-bars.css';

interface Failures {
  readonly hours: readonly { readonly at: string; readonly count: number }[];
  readonly accounts: readonly Top[];
  readonly hosts: readonly Top[];
}

interface Top {
  readonly name: string;
  readonly count: number;
}

/** Where sign-ins fail: per hour of the last day, and the five accounts and addresses with most; a click filters. */
export function LoginFigures({ list }: { list: List }) {
  const params = placeOf(list);
  const { data } = useQuery({
    queryKey: keyOf(loginLog, 'failures', params),
    queryFn: ({ signal }) =>
      api.get<Failures>(`${loginLog.path}/failures`, params, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  const hours = data?.hours ?? [];
  const filter = (filters: Filters) => list.filter({ status: '1', ...filters });
  return (
    <div className="login-figures">
      <ChartFrame className="log-figure" data={failuresData(hours)}>
        <Hours hours={hours} onChoose={(at) => filter({ at: hourOf(at) })} />
      </ChartFrame>
      <TopFive
        title={text.topAccounts}
        of={text.account}
        period={hoursSpan(hours)}
        rows={data?.accounts}
        label={text.onlyAccount}
        onChoose={(username) => filter({ username, at: windowOf(2) })}
      />
      <TopFive
        title={text.topHosts}
        of={text.host}
        period={hoursSpan(hours)}
        rows={data?.hosts}
        label={text.onlyHost}
        onChoose={(host) => filter({ host, at: windowOf(2) })}
      />
    </div>
  );
}

function failuresData(hours: Failures['hours']): ChartData {
  const total = hours.reduce((sum, hour) => sum + hour.count, 0);
  const note = [t(text.failuresHint), say(text.total, { n: total })];
  return {
    title: t(text.failures),
    note: note.join(t(markText.clause)),
    period: hoursSpan(hours),
    columns: [
      { label: text.hour, isInstant: true },
      { label: text.failures, digits: 0 },
    ],
    rows: hours.map(({ at, count }) => [at, count]),
  };
}

function Hours({ hours, onChoose }: { hours: Failures['hours']; onChoose: (at: string) => void }) {
  const most = Math.max(1, ...hours.map((hour) => hour.count));
  return (
    <>
      <ol className="hour-bars">
        {hours.map(({ at, count }) => (
          <li key={at}>
            <button
              type="button"
              className={count === 0 ? 'is-none' : undefined}
              disabled={count === 0}
              title={say(text.hourFailures, { hour: hourWord(at), n: count })}
              aria-label={say(count === 0 ? text.hourFailures : text.onlyHour, {
                hour: hourWord(at),
                n: count,
              })}
              onClick={() => onChoose(at)}
            >
              <span style={{ height: `${(count / most) * BAR_SHARE}%` }} />
              {count > 0 && (
                <b className="num" style={{ bottom: `calc(${(count / most) * BAR_SHARE}% + 1px)` }}>
                  {count}
                </b>
              )}
            </button>
          </li>
        ))}
      </ol>
      <HourAxis hours={hours} />
    </>
  );
}

/** The number needs the rest above its bar. */
const BAR_SHARE = 80;

function TopFive({
  title,
  of,
  period,
  rows,
  label,
  onChoose,
}: {
  title: Text;
  /** What the rows are. */
  of: Text;
  period: string | undefined;
  rows: readonly Top[] | undefined;
  label: Text;
  onChoose: (name: string) => void;
}) {
  const first = rows?.slice(0, 5) ?? [];
  const most = Math.max(1, ...first.map((row) => row.count));
  const data: ChartData = {
    title: t(title),
    period,
    columns: [{ label: of }, { label: text.failures, digits: 0 }],
    rows: first.map(({ name, count }) => [name, count]),
  };
  return (
    <ChartFrame className="log-figure" data={data}>
      {rows?.length === 0 && <p>{t(text.noFailures)}</p>}
      <ol className="top-bars">
        {first.map(({ name, count }) => (
          <li key={name}>
            <button
              type="button"
              aria-label={say(label, { name })}
              title={name}
              onClick={() => onChoose(name)}
            >
              <span>{name}</span>
              <i style={{ width: `${(count / most) * 100}%` }} />
              <b className="num">{count}</b>
            </button>
          </li>
        ))}
      </ol>
    </ChartFrame>
  );
}

/** The whole hour that begins at an instant, as a condition. */
function hourOf(at: string): { begin: string; end: string } {
  return { begin: at, end: new Date(Date.parse(at) + 3_599_999).toISOString() };
}
