import { say, t } from '../kernel/language.tsx';
import { Mark } from '../kinds/mark.tsx';
import { wallOf } from '../kinds/site-time.ts';
import { equipmentText as text } from '../locales/equipment.ts';
import { durationWord } from '../log/duration-word.ts';
import { alarmWords, isBelow, type LiveRow, lookOf, percentOf } from './live-row.ts';
import { ShiftBand, tellPiece } from './state-band.tsx';

/** One card for each machine that needs somebody: what is wrong, since when, and its shift so far. */
export function LiveCards({
  rows,
  now,
  openId,
  onOpen,
}: {
  rows: readonly LiveRow[];
  now: number;
  openId: string | undefined;
  onOpen: (row: LiveRow) => void;
}) {
  return (
    <ul className="eq-cards">
      {rows.map((row) => (
        <li
          key={row.id}
          className={`eq-card is-${row.live.status ?? 'noData'}${row.id === openId ? ' is-open' : ''}`}
        >
          <button
            type="button"
            className="eq-cover"
            aria-label={say(text.openMachine, { name: row.number })}
            onClick={() => onOpen(row)}
            onMouseMove={(event) => tellPiece(event, row.live.shift)}
          />
          <CardHead row={row} now={now} />
          <CardWords row={row} />
          {row.live.shift && <ShiftBand shift={row.live.shift} name={row.number} />}
          <CardFoot row={row} />
        </li>
      ))}
    </ul>
  );
}

function CardHead({ row, now }: { row: LiveRow; now: number }) {
  const look = lookOf(row.live.status);
  return (
    <header>
      <b className="num" title={row.nickname}>
        {row.number}
      </b>
      <span className="num">{sinceWord(row, now)}</span>
      <strong className="state-word">
        <Mark shape={look.shape} color={look.color} />
        {t(look.word)}
      </strong>
      <small>{row.live.lineCode ?? t(text.noLine)}</small>
    </header>
  );
}

/** What a person wants to know first: the alarm in words, when it was last heard, or what runs on it. */
function CardWords({ row }: { row: LiveRow }) {
  const { live } = row;
  const [alarm, ...others] = live.alarms;
  if (alarm)
    return (
      <div className="eq-words">
        <p title={alarmWords(alarm)}>
          <b className="num">{alarm.encoding}</b> {alarmWords(alarm)}
        </p>
        <small>{others.length > 0 ? say(text.more, { n: others.length }) : underWords(row)}</small>
      </div>
    );
  if (live.status === 'offline')
    return (
      <div className="eq-words">
        <p>{row.nickname}</p>
        <small className="num">
          {live.heardTime
            ? say(text.lastHeard, { time: wallOf(live.heardTime).slice(5, 16) })
            : underWords(row)}
        </small>
      </div>
    );
  return (
    <div className="eq-words">
      <p>{live.rawStatus ?? live.productName ?? row.nickname}</p>
      <small>{underWords(row)}</small>
    </div>
  );
}

function underWords(row: LiveRow): string {
  const { live } = row;
  const door = typeof row['securityDoorNo'] === 'string' ? row['securityDoorNo'] : null;
  const words = [
    live.source === 'manual' ? t(text.byHand) : null,
    door ? say(text.door, { n: door }) : null,
    live.program,
    live.orderCode,
  ];
  return words.filter(Boolean).slice(0, 2).join(' · ') || row.nickname;
}

function CardFoot({ row }: { row: LiveRow }) {
  const figures = row.live.shift?.figures;
  if (!figures) return <footer>{t(text.outside)}</footer>;
  const low = isBelow(figures.actionRate, row.standardActionRate);
  return (
    <footer>
      <span className="num">{say(text.standard, { n: Number(row.standardActionRate) })}</span>
      <RunShare
        share={figures.actionRate}
        low={low}
        isThin={figures.isThin}
        coverage={figures.coverage}
      />
    </footer>
  );
}

function RunShare({
  share,
  low,
  isThin,
  coverage,
}: {
  share: number | null;
  low: boolean;
  isThin: boolean;
  coverage: number | null;
}) {
  const why = isThin ? say(text.thin, { n: percentOf(coverage) }) : undefined;
  return (
    <span className={isThin ? 'is-thin' : low ? 'is-bad' : undefined} title={why}>
      {t(text.rate)} <b className="num">{percentOf(share)} %</b>
    </span>
  );
}

/** How long the state has lasted. */
export function sinceWord({ live }: LiveRow, now: number): string {
  if (live.sinceTime === null) return '—';
  const seconds = Math.max(0, Math.floor((now - Date.parse(live.sinceTime)) / 1000));
  return durationWord(seconds < 60 ? seconds : seconds - (seconds % 60));
}
