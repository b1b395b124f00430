import {
  type AlarmAnalysis,
  alarmConfig,
  type AlarmTop,
  analysisDays,
} from '@millwright/contract/alarm/config';
import type { Text } from '@millwright/contract/kernel/text';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Segmented, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { lastHours } from '../charts/chart-data.ts';
import { ChartFrame } from '../charts/chart-frame.tsx';
import { keyOf } from '../entity/query-key.ts';
import { api } from '../kernel/api.ts';
import { say, t } from '../kernel/language.tsx';
import { numberText } from '../kinds/number-text.ts';
import { wallOf } from '../kinds/site-time.ts';
import { alarmText as text } from '../locales/alarm.ts';
import { deviceData, HANDLED_PER_HOUR, topData } from './alarm-data.ts';
import { contentOf } from './alarm-words.ts';

/** What comes most, what lasts longest, where, what stands and what chatters; a click leads to the configuration. */
export default function AnalysisView({ onCode }: { onCode: (encoding: string) => void }) {
  const [days, setDays] = useState<number>(30);
  const { data } = useQuery({
    queryKey: keyOf(alarmConfig, 'analysis', days),
    queryFn: ({ signal }) =>
      api.get<AlarmAnalysis>(`${alarmConfig.path}/analysis`, { params: { days } }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <div className="alarm-span">
        <Segmented
          aria-label={t(text.span)}
          options={analysisDays.map((n) => ({ value: n, label: say(text.days, { n }) }))}
          value={days}
          onChange={setDays}
        />
      </div>
      {!data ? (
        <Skeleton active className="alarm-loading" />
      ) : (
        <Cards data={data} onCode={onCode} />
      )}
    </>
  );
}

function Cards({ data, onCode }: { data: AlarmAnalysis; onCode: (encoding: string) => void }) {
  const { byCount, byMinutes, devices, standing, chattering } = data;
  const period = lastHours(data.days * 24);
  return (
    <div className="alarm-cards">
      <Tops
        title={text.byCount}
        unit={text.timesUnit}
        rows={byCount}
        of="count"
        period={period}
        onCode={onCode}
      />
      <Tops
        title={text.byMinutes}
        unit={text.minutesUnit}
        rows={byMinutes}
        of="minutes"
        period={period}
        onCode={onCode}
      />
      <Devices rows={devices} period={period} />
      <Standing rows={standing} onCode={onCode} />
      <Chattering rows={chattering} onCode={onCode} />
    </div>
  );
}

function Card({ title, note, children }: { title: Text; note?: Text; children: ReactNode }) {
  return (
    <section className="alarm-card">
      <h2>
        {t(title)}
        {note && <small>{t(note)}</small>}
      </h2>
      {children}
    </section>
  );
}

function Tops({
  title,
  unit,
  rows,
  of,
  period,
  onCode,
}: {
  title: Text;
  unit: Text;
  rows: readonly AlarmTop[];
  of: 'count' | 'minutes';
  period: string | undefined;
  onCode: (encoding: string) => void;
}) {
  const most = Math.max(1, ...rows.map((row) => row[of]));
  return (
    <ChartFrame className="alarm-card" data={topData(title, unit, rows, of, period)}>
      {rows.length === 0 && <p className="alarm-none">{t(text.noAlarms)}</p>}
      <ol className="alarm-bars">
        {rows.map((row) => (
          <li key={row.encoding}>
            <CodeButton encoding={row.encoding} onCode={onCode}>
              <span title={`${row.encoding} ${contentOf(row)}`}>
                <b className="num">{row.encoding}</b> {contentOf(row)}
              </span>
              <i>
                <i style={{ width: `${(row[of] / most) * 100}%` }} />
              </i>
              <b className="num">{numberText(row[of])}</b>
            </CodeButton>
          </li>
        ))}
      </ol>
    </ChartFrame>
  );
}

function Devices({ rows, period }: { rows: AlarmAnalysis['devices']; period: string | undefined }) {
  const highest = Math.max(0.01, ...rows.map((row) => row.perHour));
  // Far below the limit the line would leave nothing of the bars.
  const isNear = highest > HANDLED_PER_HOUR / 3;
  const most = isNear ? Math.max(highest, HANDLED_PER_HOUR * 1.1) : highest;
  const limit = `${(HANDLED_PER_HOUR / most) * 100}%`;
  return (
    <ChartFrame
      className="alarm-card"
      data={deviceData(rows, isNear ? text.perHourLimit : text.perHourUnit, period)}
    >
      {rows.length === 0 && <p className="alarm-none">{t(text.noAlarms)}</p>}
      <ol className="alarm-bars has-limit">
        {rows.slice(0, 10).map((row) => (
          <li key={row.number}>
            <div>
              <span title={`${row.number} ${row.name}`}>
                <b className="num">{row.number}</b> {row.name}
              </span>
              <i>
                <i
                  className={row.perHour > HANDLED_PER_HOUR ? 'is-over' : undefined}
                  style={{ width: `${(row.perHour / most) * 100}%` }}
                />
                {isNear && <u style={{ left: limit }} />}
              </i>
              <b className="num">{numberText(row.perHour)}</b>
            </div>
          </li>
        ))}
      </ol>
    </ChartFrame>
  );
}

function Standing({
  rows,
  onCode,
}: {
  rows: AlarmAnalysis['standing'];
  onCode: (encoding: string) => void;
}) {
  return (
    <Card title={text.standing}>
      {rows.length === 0 && <p className="alarm-none">{t(text.standingNone)}</p>}
      <ul className="alarm-facts">
        {rows.map((row) => (
          <li key={`${row.device} ${row.encoding} ${row.startTime}`}>
            <CodeButton encoding={row.encoding} onCode={onCode}>
              <span>
                <b className="num">{row.encoding}</b> {contentOf(row)}
                <small>
                  {row.device} · <span className="num">{wallOf(row.startTime)}</span>
                </small>
              </span>
              <b className="num is-bad">{say(text.hours, { n: numberText(row.hours) })}</b>
            </CodeButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Chattering({
  rows,
  onCode,
}: {
  rows: AlarmAnalysis['chattering'];
  onCode: (encoding: string) => void;
}) {
  return (
    <Card title={text.chattering} note={text.chatteringNote}>
      {rows.length === 0 && <p className="alarm-none">{t(text.standingNone)}</p>}
      <ul className="alarm-facts">
        {rows.slice(0, 10).map((row) => (
          <li key={`${row.device} ${row.encoding}`}>
            <CodeButton encoding={row.encoding} onCode={onCode}>
              <span>
                <b className="num">{row.encoding}</b> {contentOf(row)}
                <small>{row.device}</small>
              </span>
              <span className="num">{say(text.episodes, { n: row.count, most: row.most })}</span>
            </CodeButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function CodeButton({
  encoding,
  onCode,
  children,
}: {
  encoding: string;
  onCode: (encoding: string) => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={say(text.seeConfig, { code: encoding })}
      onClick={() => onCode(encoding)}
    >
      {children}
    </button>
  );
}
