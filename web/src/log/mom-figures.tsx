import { momLog } from '@millwright/contract/log/mom';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ChartData } from '../charts/chart-data.ts';
import { ChartFrame } from '../charts/chart-frame.tsx';
import { keyOf } from '../entity/query-key.ts';
import type { List } from '../entity/use-list.ts';
import { api } from '../kernel/api.ts';
import { say, t, titled } from '../kernel/language.tsx';
import { chartUnit } from '../locales/chart.ts';
import { logText as text } from '../locales/logs.ts';
import { figureParams, periodOf } from './figure-params.ts';
import { HourAxis, hoursSpan, hourWord } from './hour-axis.tsx';
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
      <ChartFrame className="log-figure" data={callsData(data?.hours ?? [])}>
        <CallHours hours={data?.hours ?? []} />
      </ChartFrame>
      <ChartFrame
        className="log-figure"
        data={interfacesData(data?.interfaces ?? [], periodOf(params))}
      >
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
      </ChartFrame>
    </div>
  );
}

function callsData(hours: MomFigures['hours']): ChartData {
  return {
    title: t(text.perHour),
    note: t(text.perHourHint),
    period: hoursSpan(hours),
    columns: [
      { label: text.hour, isInstant: true },
      { label: text.calls, digits: 0 },
      { label: text.failed, digits: 0 },
    ],
    rows: hours.map(({ at, total, success }) => [at, total, total - success]),
  };
}

function interfacesData(rows: MomFigures['interfaces'], period: string | undefined): ChartData {
  return {
    title: t(text.perInterface),
    note: t(text.perInterfaceHint),
    period,
    columns: [
      { label: text.codeHead },
      { label: text.interfaceHead },
      { label: text.calls, digits: 0 },
      { label: text.success, unit: chartUnit.percent, digits: 1 },
    ],
    rows: rows.map(({ code, total, success, ...names }) => [
      code,
      titled(names.name ?? code, names.nameEn ?? undefined),
      total,
      (success / total) * 100,
    ]),
  };
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
