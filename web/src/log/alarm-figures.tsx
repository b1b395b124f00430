import { alarmLog } from '@millwright/contract/log/alarm';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ChartData } from '../charts/chart-data.ts';
import { ChartFrame } from '../charts/chart-frame.tsx';
import { keyOf } from '../entity/query-key.ts';
import type { List } from '../entity/use-list.ts';
import { api } from '../kernel/api.ts';
import { say, t, titled } from '../kernel/language.tsx';
import { numberText } from '../kinds/number-text.ts';
import { chartUnit } from '../locales/chart.ts';
import { logText as text } from '../locales/logs.ts';
import { durationWord } from './duration-word.ts';
import { figureParams, periodOf } from './figure-params.ts';
import './log-figures.css';
import './log-bars.css';
import './alarm-figures.css';

interface AlarmFigures {
  readonly codes: readonly {
    readonly encoding: string;
    readonly contentZh: string | null;
    readonly contentEn: string | null;
    readonly seconds: number;
    readonly times: number;
  }[];
  readonly alarms: number;
  readonly devices: number;
  /** Mean time between the starts of two alarms of a device. */
  readonly seconds: number | null;
  readonly total: number;
}

/** Which alarms cost most time, with their running share, and how far alarms lie apart; a click filters. */
export function AlarmFiguresView({ list }: { list: List }) {
  const params = figureParams(list);
  const { data } = useQuery({
    queryKey: keyOf(alarmLog, 'figures', params),
    queryFn: ({ signal }) =>
      api.get<AlarmFigures>(`${alarmLog.path}/figures`, params, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
  const most = Math.max(1, ...(data?.codes ?? []).map(({ seconds }) => seconds));
  let share = 0;
  return (
    <div className="log-figures is-alarm">
      <ChartFrame className="log-figure" data={paretoData(data, periodOf(params))}>
        {data?.codes.length === 0 && <p>{t(text.noAlarms)}</p>}
        <ol className="top-bars is-pareto">
          {data?.codes.map(({ encoding, contentZh, contentEn, seconds, times }) => {
            share += seconds / Math.max(1, data.total);
            const words = titled(contentZh ?? undefined, contentEn ?? undefined);
            return (
              <li key={encoding}>
                <button
                  type="button"
                  title={`${encoding} ${words} · ${say(text.timesWord, { n: times })}`}
                  aria-label={say(text.onlyCode, { name: encoding })}
                  onClick={() => list.filter({ ...list.state.filters, encoding })}
                >
                  <span>
                    {encoding} <small>{words}</small>
                  </span>
                  <i style={{ width: `${(seconds / most) * 100}%` }} />
                  <b className="num">{durationWord(seconds)}</b>
                  <small className="num">{Math.round(share * 100)}%</small>
                </button>
              </li>
            );
          })}
        </ol>
      </ChartFrame>
      <section className="log-figure alarm-means">
        <Mean
          label={t(text.meanGap)}
          value={typeof data?.seconds === 'number' ? durationWord(data.seconds) : '—'}
        />
        <Mean label={t(text.alarmCount)} value={numberText(data?.alarms)} />
        <Mean label={t(text.alarmTime)} value={data ? durationWord(data.total) : '—'} />
      </section>
    </div>
  );
}

function paretoData(data: AlarmFigures | undefined, period: string | undefined): ChartData {
  const all = Math.max(1, data?.total ?? 0);
  let share = 0;
  return {
    title: t(text.pareto),
    note: t(text.paretoHint),
    period,
    columns: [
      { label: text.encoding },
      { label: text.alarmContent },
      { label: text.length, unit: chartUnit.minutes, digits: 1 },
      { label: text.times, digits: 0 },
      { label: text.cumulated, unit: chartUnit.percent, digits: 0 },
    ],
    rows: (data?.codes ?? []).map(({ encoding, contentZh, contentEn, seconds, times }) => {
      share += seconds / all;
      const words = titled(contentZh ?? undefined, contentEn ?? undefined);
      return [encoding, words, seconds / 60, times, share * 100];
    }),
  };
}

function Mean({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <span>{label}</span>
      <strong className="num">{value}</strong>
    </div>
  );
}
