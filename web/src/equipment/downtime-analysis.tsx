import {
  downtime,
  type DowntimePareto,
  UNCLASSIFIED_TARGET,
} from '@millwright/contract/equipment/downtime';
import { downtimeCategoryWord } from '@millwright/contract/equipment/downtime-word';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Text } from '@millwright/contract/kernel/text';
import { siteToday } from '../base/site-today.ts';
import { keyOf } from '../entity/query-key.ts';
import { api } from '../kernel/api.ts';
import { locale, say, t } from '../kernel/language.tsx';
import { numberText } from '../kinds/number-text.ts';
import { equipmentText as text, weekdayText } from '../locales/equipment.ts';
import { NotRead } from './not-read.tsx';
import './rate-bars.css';

/** What stops cost over a span: by reason with the sum, by hour of the week, and how much nobody has explained. */
export default function DowntimeAnalysis() {
  const [days, setDays] = useState(7);
  const end = siteToday();
  const begin = new Date(Date.parse(end) - (days - 1) * DAY_MS).toISOString().slice(0, 10);
  const params = { shiftDate: { begin, end } };
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(downtime, 'pareto', params),
    queryFn: ({ signal }) =>
      api.get<DowntimePareto>(`${downtime.path}/pareto`, { params }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <div className="eq-sums">
        <Segmented
          aria-label={t(text.span)}
          value={days}
          options={[
            { value: 7, label: t(text.days7) },
            { value: 14, label: t(text.days14) },
            { value: 30, label: t(text.days30) },
          ]}
          onChange={setDays}
        />
        {data && <Sums data={data} />}
      </div>
      {!data && <NotRead error={error} onRetry={() => void refetch()} />}
      {data && data.count === 0 && <p className="eq-none">{t(text.noStops)}</p>}
      {data && data.count > 0 && (
        <div className="eq-charts">
          <Reasons data={data} span={params} />
          <Hours rows={data.byHour} />
          <Trend rows={data.byDay} />
        </div>
      )}
    </>
  );
}

function Sums({ data }: { data: DowntimePareto }) {
  const share = data.minutes > 0 ? data.unclassifiedMinutes / data.minutes : 0;
  const facts: (readonly [Text, string, boolean?])[] = [
    [text.total, `${hours(data.minutes)} · ${say(text.times, { n: numberText(data.count) })}`],
    [text.unclassified, `${(share * 100).toFixed(1)} %`, share > UNCLASSIFIED_TARGET],
    [text.minor, hours(data.minorMinutes)],
  ];
  return (
    <dl>
      {facts.map(([label, value, isHigh]) => (
        <div key={label.en}>
          <dt>{t(label)}</dt>
          <dd className={`num${isHigh ? ' is-warn' : ''}`}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Chart({
  title,
  note,
  children,
  table,
}: {
  title: Text;
  note: Text;
  children: ReactNode;
  table: ReactNode;
}) {
  const [isTable, setTable] = useState(false);
  return (
    <section className="eq-chart">
      <h2>
        {t(title)} <small>{t(note)}</small>
        <Button type="link" size="small" onClick={() => setTable(!isTable)}>
          {t(isTable ? text.asChart : text.asTable)}
        </Button>
      </h2>
      {isTable ? table : children}
    </section>
  );
}

/** Bars with the cumulated share behind them; a click leads to the rows. */
function Reasons({
  data,
  span,
}: {
  data: DowntimePareto;
  span: { shiftDate: { begin: string; end: string } };
}) {
  const [, setSearch] = useSearchParams();
  const rows = data.byReason.slice(0, 12);
  const most = Math.max(1, ...rows.map(({ minutes }) => minutes));
  const totals = rows.map((_, index) =>
    rows.slice(0, index + 1).reduce((sum, { minutes }) => sum + minutes, 0),
  );
  const go = (row: (typeof rows)[number]) =>
    setSearch({
      shiftDate: `${span.shiftDate.begin}~${span.shiftDate.end}`,
      category: row.category,
      ...(row.reasonId ? { reasonId: row.reasonId } : {}),
    });
  return (
    <Chart
      title={text.byReason}
      note={text.byReasonNote}
      table={
        <table className="eq-table">
          <thead>
            <tr>
              <th>{t(text.category)}</th>
              <th>{t(text.reason)}</th>
              <th className="is-right">{t(text.minutesUnit)}</th>
              <th className="is-right">{t(text.count)}</th>
            </tr>
          </thead>
          <tbody>
            {data.byReason.map((row) => (
              <tr key={keyFor(row)}>
                <td>{t(downtimeCategoryWord(row.category))}</td>
                <td>{reasonWord(row)}</td>
                <td className="num is-right">{numberText(Math.round(row.minutes))}</td>
                <td className="num is-right">{numberText(row.count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      }
    >
      <ol className="eq-reasons">
        {rows.map((row, index) => (
          <li key={keyFor(row)}>
            <button type="button" onClick={() => go(row)}>
              <span>
                {reasonWord(row)} <small>{categoryBeside(row)}</small>
              </span>
              <i>
                <i
                  className={row.category === 'unclassified' ? 'is-open' : undefined}
                  style={{ width: `${(row.minutes / most) * 100}%` }}
                />
              </i>
              <b className="num">{numberText(Math.round(row.minutes))}</b>
              <small className="num">
                {Math.round(((totals[index] ?? 0) / Math.max(1, data.minutes)) * 100)} %
              </small>
            </button>
          </li>
        ))}
      </ol>
    </Chart>
  );
}

function Hours({ rows }: { rows: DowntimePareto['byHour'] }) {
  const most = Math.max(1, ...rows.map(({ minutes }) => minutes));
  const of = new Map(rows.map((row) => [`${row.weekday} ${row.hour}`, row.minutes]));
  const all = Array.from({ length: 24 }, (_, hour) => hour);
  const words = (day: number, hour: number) =>
    say(text.cell, {
      day: weekdayText[day] ?? weekdayText[0],
      hour: String(hour).padStart(2, '0'),
      n: numberText(Math.round(of.get(`${day + 1} ${hour}`) ?? 0)),
    });
  return (
    <Chart
      title={text.byHour}
      note={text.byHourNote}
      table={
        <div className="eq-wide">
          <table className="eq-table eq-small">
            <tbody>
              {weekdayText.map((day, index) => (
                <tr key={day.en}>
                  <th scope="row">{t(day)}</th>
                  {all.map((hour) => (
                    <td key={hour} className="num is-right">
                      {Math.round(of.get(`${index + 1} ${hour}`) ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      }
    >
      <div className="eq-heat">
        {weekdayText.map((day, index) => (
          <div key={day.en}>
            <span>{t(day)}</span>
            {all.map((hour) => (
              <i
                key={hour}
                title={words(index, hour)}
                style={{ opacity: 0.04 + 0.96 * ((of.get(`${index + 1} ${hour}`) ?? 0) / most) }}
              />
            ))}
          </div>
        ))}
        <div className="num" aria-hidden="true">
          <span />
          {all.map((hour) => (
            <b key={hour}>{hour % 3 === 0 ? String(hour).padStart(2, '0') : ''}</b>
          ))}
        </div>
      </div>
    </Chart>
  );
}

function Trend({ rows }: { rows: DowntimePareto['byDay'] }) {
  const shares = rows.map(({ day, minutes, unclassified }) => ({
    day,
    share: minutes > 0 ? unclassified / minutes : 0,
  }));
  const top = Math.max(0.1, ...shares.map(({ share }) => share)) * 1.1;
  return (
    <Chart
      title={text.unclassifiedTrend}
      note={text.unclassifiedNote}
      table={
        <table className="eq-table">
          <tbody>
            {shares.toReversed().map(({ day, share }) => (
              <tr key={day}>
                <td className="num">{day}</td>
                <td className="num is-right">{(share * 100).toFixed(1)} %</td>
              </tr>
            ))}
          </tbody>
        </table>
      }
    >
      <div className="eq-bars is-trend">
        <ol>
          {shares.map(({ day, share }) => (
            <li key={day} title={`${day} · ${(share * 100).toFixed(1)} %`}>
              <span
                className={share > UNCLASSIFIED_TARGET ? 'is-over' : undefined}
                style={{ height: `${(share / top) * 100}%` }}
              />
              <i className="num">{day.slice(8)}</i>
            </li>
          ))}
        </ol>
        <u style={{ bottom: `${(UNCLASSIFIED_TARGET / top) * 100}%` }}>
          <b className="num">5%</b>
        </u>
      </div>
    </Chart>
  );
}

function keyFor(row: DowntimePareto['byReason'][number]): string {
  return `${row.category} ${row.reasonId ?? ''}`;
}

function reasonWord(row: DowntimePareto['byReason'][number]): string {
  if (row.category === 'unclassified') return t(text.unclassified);
  const name = locale === 'en_US' ? row.nameEn : row.nameZh;
  return name ?? t(text.noReason);
}

/** Not said twice where reason and category have the same word. */
function categoryBeside(row: DowntimePareto['byReason'][number]): string {
  const word = t(downtimeCategoryWord(row.category));
  return word === reasonWord(row) ? '' : word;
}

function hours(minutes: number): string {
  return say(text.hoursN, { n: numberText(Math.round(minutes / 6) / 10) });
}

const DAY_MS = 86_400_000;
