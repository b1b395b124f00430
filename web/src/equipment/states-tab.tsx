import type { StateHistory } from '@millwright/contract/equipment/live-equipment';
import { Segmented } from 'antd';
import { useState } from 'react';
import { textOf } from '@millwright/contract/kernel/text';
import { ChartFrame } from '../charts/chart-frame.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import { say, t } from '../kernel/language.tsx';
import { Mark } from '../kinds/mark.tsx';
import { wallOf } from '../kinds/site-time.ts';
import { equipmentText as text } from '../locales/equipment.ts';
import { durationWord } from '../log/duration-word.ts';
import { HourTicks } from './hour-ticks.tsx';
import { lookOf, percentOf } from './live-row.ts';
import { sharesData, sharesOf, statesData } from './states-data.ts';
import { type BandPiece, StateBand } from './state-band.tsx';
import { NotRead } from './not-read.tsx';
import { OverlayKey, StateOverlay } from './state-overlay.tsx';
import { useView } from './use-view.ts';
import { sourceWord } from './work-tabs.tsx';

type Span = 'shift' | 'day' | 'week';

/** States over a shift, a day or a week: bands with no data hatched, what they add up to, and each interval. */
export default function StatesTab({ row }: { row: EntityRow }) {
  const [span, setSpan] = useState<Span>('day');
  const { data, error, refetch } = useView(row, 'states', { span });
  const name = textOf(row['number'] ?? '');
  return (
    <div className="eq-tab">
      <Segmented
        aria-label={t(text.span)}
        value={span}
        options={[
          { value: 'shift' as const, label: t(text.spanShift) },
          { value: 'day' as const, label: t(text.spanDay) },
          { value: 'week' as const, label: t(text.spanWeek) },
        ]}
        onChange={setSpan}
      />
      {data ? (
        <>
          <Gantt data={data} name={name} />
          <Shares data={data} name={name} />
          <Intervals data={data} />
        </>
      ) : (
        <NotRead error={error} onRetry={() => void refetch()} />
      )}
    </div>
  );
}

/** One lane per day of the site, so that a week can be compared hour by hour. */
function Gantt({ data, name }: { data: StateHistory; name: string }) {
  const lanes = lanesOf(data);
  return (
    <ChartFrame level={3} className="eq-gantt" data={statesData(data, name)}>
      {lanes.map((lane) => (
        <div key={lane.from} className="eq-lane">
          <span className="num">{lane.label}</span>
          <div>
            <StateBand
              pieces={lane.pieces}
              seconds={(lane.to - lane.from) / 1000}
              known={(lane.known - lane.from) / 1000}
              begins={new Date(lane.from).toISOString()}
              label={say(text.bandOf, { name })}
            />
            <StateOverlay data={data} lane={lane} />
            <HourTicks
              from={lane.from}
              to={lane.to}
              step={lane.to - lane.from > 13 * HOUR ? 4 : 2}
              word="clock"
            />
          </div>
        </div>
      ))}
      <OverlayKey />
    </ChartFrame>
  );
}

interface Lane {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly known: number;
  readonly pieces: readonly BandPiece[];
}

function lanesOf(data: StateHistory): Lane[] {
  const begin = Date.parse(data.from);
  const end = Date.parse(data.to);
  const lanes: Lane[] = [];
  for (let from = begin; from < end; from += DAY) {
    const to = Math.min(from + DAY, end);
    const known = Math.min(to, Math.max(from, Date.now()));
    lanes.push({
      label: wallOf(new Date(from).toISOString()).slice(5, 10),
      from,
      to,
      known,
      pieces: pieces(data, from, to),
    });
  }
  return lanes;
}

function pieces(data: StateHistory, from: number, to: number): BandPiece[] {
  return data.intervals.flatMap((interval): BandPiece[] => {
    const begin = Math.max(Date.parse(interval.from), from);
    const end = Math.min(Date.parse(interval.to), to);
    return end > begin ? [[interval.status, (begin - from) / 1000, (end - from) / 1000]] : [];
  });
}

/** Seconds per state as bars that can be compared, longest first. */
function Shares({ data, name }: { data: StateHistory; name: string }) {
  return (
    <ChartFrame level={3} data={sharesData(data, name)}>
      <ul className="eq-shares">
        {sharesOf(data).map(({ status, seconds, share }) => {
          const look = lookOf(status);
          return (
            <li key={status}>
              <span className="state-word">
                <Mark shape={look.shape} color={look.color} />
                {t(look.word)}
              </span>
              <i>
                <i
                  className={status === 'noData' ? 'is-hatched' : undefined}
                  style={{
                    width: `${share * 100}%`,
                    backgroundColor: status === 'noData' ? undefined : `var(${look.color})`,
                  }}
                />
              </i>
              <b className="num">{percentOf(share)} %</b>
              <span className="num">{durationWord(Math.round(seconds))}</span>
            </li>
          );
        })}
      </ul>
    </ChartFrame>
  );
}

function Intervals({ data }: { data: StateHistory }) {
  return (
    <section>
      <h3>
        {t(text.intervals)} <small>{t(text.intervalsNote)}</small>
      </h3>
      <table className="eq-table">
        <thead>
          <tr>
            <th>{t(text.from)}</th>
            <th>{t(text.state)}</th>
            <th className="is-right">{t(text.length)}</th>
            <th>{t(text.program)}</th>
            <th>{t(text.source)}</th>
          </tr>
        </thead>
        <tbody>
          {data.intervals
            .toReversed()
            .slice(0, MOST)
            .map((interval) => {
              const look = lookOf(interval.status);
              const seconds = (Date.parse(interval.to) - Date.parse(interval.from)) / 1000;
              return (
                <tr key={interval.from + interval.to}>
                  <td className="num">{wallOf(interval.from).slice(5)}</td>
                  <td>
                    <span className="state-word" title={interval.rawStatus ?? undefined}>
                      <Mark shape={look.shape} color={look.color} />
                      {t(look.word)}
                    </span>
                  </td>
                  <td className="num is-right">{durationWord(Math.round(seconds))}</td>
                  <td className="num">{interval.program ?? '—'}</td>
                  <td>{sourceWord(interval.source)}</td>
                </tr>
              );
            })}
        </tbody>
      </table>
    </section>
  );
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MOST = 100;
