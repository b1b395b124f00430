import { momLog } from '@millwright/contract/log/mom';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { keyOf } from '../entity/query-key.ts';
import type { List } from '../entity/use-list.ts';
import { api } from '../kernel/api.ts';
import { say, t, titled } from '../kernel/language.tsx';
import { logText as text } from '../locales/logs.ts';
import { figureParams } from './figure-params.ts';
import { HourAxis, hourWord } from './hour-axis.tsx';
import './log-figures.css';
import './log-bars.css';

interface MomFigures {
  readonly interfaces: readonly {
    readonly code: string;
    readonly name: string | null;
    readonly nameEn: string | null;
    readonly total: number;
    readonly success: number;
  }[];
  readonly hours: readonly {
    readonly at: string;
    readonly total: number;
    readonly success: number;
  }[];
}

/** How many calls went well: per hour of the last day, and per interface; a click filters. */
export function MomFiguresView({ list }: { list: List }) {
  const params = figureParams(list);
  const { data } = useQuery({
    queryKey: keyOf(momLog, 'figures', params),
    queryFn: ({ signal }) =>
      api.get<MomFigures>(`${momLog.path}/figures`, params, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="log-figures">
      <section className="log-figure">
        <h2>
          {t(text.perHour)} <small>{t(text.perHourHint)}</small>
        </h2>
        <CallHours hours={data?.hours ?? []} />
      </section>
      <section className="log-figure">
        <h2>
          {t(text.perInterface)} <small>{t(text.perInterfaceHint)}</small>
        </h2>
        {data?.interfaces.length === 0 && <p>{t(text.noCalls)}</p>}
        <ol className="top-bars is-two">
          {data?.interfaces.map(({ code, total, success, ...names }) => {
            const name = titled(names.name ?? code, names.nameEn ?? undefined);
            return (
              <li key={code}>
                <button
                  type="button"
                  title={`${code} ${name}`}
                  aria-label={say(text.onlyInterface, { name })}
                  onClick={() => list.filter({ ...list.state.filters, interfaceCode: code })}
                >
                  <span>
                    {code} <small>{name}</small>
                  </span>
                  <i className="share">
                    <i style={{ width: `${(success / total) * 100}%` }} />
                  </i>
                  <b className="num">{((success / total) * 100).toFixed(1)}%</b>
                </button>
              </li>
            );
          })}
        </ol>
      </section>
    </div>
  );
}

function CallHours({ hours }: { hours: MomFigures['hours'] }) {
  const most = Math.max(1, ...hours.map(({ total }) => total));
  return (
    <>
      <ol className="hour-bars is-short">
        {hours.map(({ at, total, success }) => (
          <li
            key={at}
            title={say(text.hourCalls, { hour: hourWord(at), n: total, m: total - success })}
          >
            <span className="hour-stack" style={{ height: `${(total / most) * 100}%` }}>
              <i
                className="is-bad"
                style={{ height: total === 0 ? 0 : `${((total - success) / total) * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ol>
      <HourAxis hours={hours} />
    </>
  );
}
