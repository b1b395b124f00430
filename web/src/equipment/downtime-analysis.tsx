import {
  downtime,
  type DowntimePareto,
  UNCLASSIFIED_TARGET,
} from '@millwright/contract/equipment/downtime';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useState } from 'react';
import type { Text } from '@millwright/contract/kernel/text';
import { ChartFrame } from '../charts/chart-frame.tsx';
import { keyOf } from '../entity/query-key.ts';
import { api } from '../kernel/api.ts';
import { say, t } from '../kernel/language.tsx';
import { numberText } from '../kinds/number-text.ts';
import { equipmentText as text } from '../locales/equipment.ts';
import { type DaySpan, sharesOf, trendData } from './downtime-data.ts';
import { DowntimeHours } from './downtime-hours.tsx';
import { DowntimeReasons } from './downtime-reasons.tsx';
import { NotRead } from './not-read.tsx';
import './rate-bars.css';

/** What stops cost over a span: by reason with the sum, by hour of the week, and how much nobody has explained. */
export default function DowntimeAnalysis() {
  const [days, setDays] = useState(7);
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(downtime, 'pareto', days),
    queryFn: ({ signal }) =>
      api.get<DowntimePareto>(`${downtime.path}/pareto`, { days }, { signal }),
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
          <DowntimeReasons data={data} span={{ shiftDate: spanOf(data) }} />
          <DowntimeHours rows={data.byHour} span={spanOf(data)} />
          <Trend rows={data.byDay} span={spanOf(data)} />
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

function Trend({ rows, span }: { rows: DowntimePareto['byDay']; span: DaySpan }) {
  const shares = sharesOf(rows);
  const top = Math.max(0.1, ...shares.map(({ share }) => share)) * 1.1;
  return (
    <ChartFrame className="eq-chart" data={trendData(rows, span)}>
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
    </ChartFrame>
  );
}

function hours(minutes: number): string {
  return say(text.hoursN, { n: numberText(Math.round(minutes / 6) / 10) });
}

function spanOf({ from, to }: DowntimePareto): DaySpan {
  return { begin: from, end: to };
}
