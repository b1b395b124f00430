import { downtimeCategoryWord } from '@millwright/contract/equipment/downtime-word';
import type { StateHistory } from '@millwright/contract/equipment/live-equipment';
import { locale, say, t } from '../kernel/language.tsx';
import { wallOf } from '../kinds/site-time.ts';
import { equipmentText as text } from '../locales/equipment.ts';
import { alarmWords } from './live-row.ts';
import './state-overlay.css';

interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Where the present stands in it. */
  readonly known: number;
}

/** What lies over a lane of states: alarms, stops with their reason, and where the program or the order changed. */
export function StateOverlay({ data, lane }: { data: StateHistory; lane: Stretch }) {
  const { alarms, stops } = data.overlays;
  return (
    <div className="eq-overlay">
      <Spans
        className="is-alarm"
        lane={lane}
        spans={alarms.map((alarm) => ({
          ...alarm,
          words: `${alarm.encoding} ${alarmWords(alarm)}`,
        }))}
      />
      <Spans
        className="is-stop"
        lane={lane}
        spans={stops.map((stop) => ({ ...stop, words: stopWords(stop) }))}
      />
      <Marks lane={lane} marks={changesOf(data)} />
    </div>
  );
}

/** What the lines and signs of the overlay mean. */
export function OverlayKey() {
  return (
    <p className="eq-overlay-key">
      <span className="is-alarm">{t(text.alarmsOver)}</span>
      <span className="is-stop">{t(text.stopsOver)}</span>
      <span className="is-program">{t(text.programOver)}</span>
      <span className="is-order">{t(text.orderOver)}</span>
    </p>
  );
}

interface Told {
  readonly from: string;
  readonly to: string | null;
  readonly words: string;
}

function Spans({
  className,
  lane,
  spans,
}: {
  className: string;
  lane: Stretch;
  spans: readonly Told[];
}) {
  const inside = spans.flatMap(({ from, to, words }) => {
    const begin = Math.max(Date.parse(from), lane.from);
    const end = Math.min(to === null ? lane.known : Date.parse(to), lane.to);
    return end > begin ? [{ from, begin, end, title: timedWords(words, from, to) }] : [];
  });
  return (
    <div className={`eq-over ${className}`}>
      {inside.map(({ from, begin, end, title }) => (
        <i
          key={`${from} ${title}`}
          title={title}
          style={{ left: percent(begin, lane), width: `max(2px, ${share(end - begin, lane)}%)` }}
        />
      ))}
    </div>
  );
}

interface Change {
  readonly at: string;
  readonly kind: 'program' | 'order';
  readonly words: string;
}

function Marks({ lane, marks }: { lane: Stretch; marks: readonly Change[] }) {
  const inside = marks.filter(({ at }) => {
    const moment = Date.parse(at);
    return moment >= lane.from && moment < lane.to;
  });
  return (
    <div className="eq-over is-marks">
      {inside.map(({ at, kind, words }) => (
        <i
          key={`${at} ${words}`}
          className={`is-${kind}`}
          title={timedWords(words, at, at)}
          style={{ left: percent(Date.parse(at), lane) }}
        />
      ))}
    </div>
  );
}

/** Where a machine said another program than before, and where an order began on its line. */
export function changesOf({ intervals, overlays }: StateHistory): Change[] {
  const changes: Change[] = overlays.orders.map(({ orderCode, productName, at }) => ({
    at,
    kind: 'order',
    words: `${orderCode} ${productName}`,
  }));
  let last: string | null = null;
  for (const { program, from } of intervals) {
    if (program !== null && last !== null && program !== last)
      changes.push({ at: from, kind: 'program', words: say(text.programTo, { name: program }) });
    last = program ?? last;
  }
  return changes;
}

function stopWords(stop: StateHistory['overlays']['stops'][number]): string {
  const reason = locale === 'en_US' ? stop.nameEn : stop.nameZh;
  return [t(downtimeCategoryWord(stop.category)), reason].filter(Boolean).join(' · ');
}

function timedWords(words: string, from: string, to: string | null): string {
  const clock = (time: string) => wallOf(time).slice(5, 16);
  if (from === to) return `${clock(from)} ${words}`;
  return `${clock(from)}–${to === null ? t(text.lasting) : clock(to)} ${words}`;
}

function percent(at: number, lane: Stretch): string {
  return `${share(at - lane.from, lane)}%`;
}

function share(length: number, lane: Stretch): number {
  return Math.round((length / (lane.to - lane.from)) * 100_000) / 1000;
}
