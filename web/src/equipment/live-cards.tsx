import { type LiveShift, machineTool } from '@millwright/contract/equipment/live-equipment';
import type { KeyFigures } from '@millwright/contract/equipment/time-model';
import { fieldOf } from '@millwright/contract/kernel/entity';
import { textOf } from '@millwright/contract/kernel/text';
import { say, t } from '../kernel/language.tsx';
import { viewOf } from '../kinds/kind-views.ts';
import { Mark } from '../kinds/mark.tsx';
import { numberText } from '../kinds/number-text.ts';
import { wallOf } from '../kinds/site-time.ts';
import { equipmentText as text } from '../locales/equipment.ts';
import { durationWord } from '../log/duration-word.ts';
import { alarmWords, isBelow, type LiveRow, lookOf, madeOf, percentOf } from './live-row.ts';
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
  const picture = textOf(row['image'] ?? '');
  return (
    <header className={picture ? 'has-picture' : undefined}>
      {picture && <img src={picture} alt="" loading="lazy" />}
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
        <Under row={row}>
          {others.length > 0 ? say(text.more, { n: others.length }) : underWords(row)}
        </Under>
      </div>
    );
  if (live.status === 'offline')
    return (
      <div className="eq-words">
        <p>{row.nickname}</p>
        <div className="eq-under">
          <small className="num">
            {live.heardTime
              ? say(text.lastHeard, { time: wallOf(live.heardTime).slice(5, 16) })
              : underWords(row)}
          </small>
          <Door row={row} />
        </div>
      </div>
    );
  return (
    <div className="eq-words">
      <p>{live.rawStatus ?? live.productName ?? row.nickname}</p>
      <Under row={row}>{underWords(row)}</Under>
    </div>
  );
}

/** The second line, whole in its tooltip. */
function Under({ row, children }: { row: LiveRow; children: string }) {
  return (
    <div className="eq-under">
      <small title={children}>
        {row['mode'] !== null && (
          <>
            <ModeCell field={MODE} value={row['mode']} />
            {' · '}
          </>
        )}
        {children}
      </small>
      <Door row={row} />
    </div>
  );
}

/** The number of a robot's security door, beside words that give way to it. */
function Door({ row }: { row: LiveRow }) {
  const number = textOf(row['securityDoorNo'] ?? '');
  if (number === '') return null;
  const words = say(text.door, { n: number });
  return (
    <small className="eq-door" title={words}>
      {words}
    </small>
  );
}

function underWords(row: LiveRow): string {
  const { live } = row;
  const words = [
    live.source === 'manual' ? t(text.byHand) : null,
    // Its last digits tell one order from the next, so it stands before what may be cut.
    live.orderCode,
    live.program,
  ];
  return words.filter(Boolean).slice(0, 2).join(' · ') || row.nickname;
}

/** Output, beat and action rate against their standards; what nobody counts is a dash that says why. */
function CardFoot({ row }: { row: LiveRow }) {
  const figures = row.live.shift?.figures;
  const beat = row['standardBeat'];
  return (
    <footer>
      <span title={madeWords(row.live.shift)}>
        {t(text.output)} <b className="num">{madeOf(row.live.shift)}</b>
      </span>
      {figures ? <RunShare row={row} figures={figures} /> : <span>{t(text.outside)}</span>}
      {beat === null ? (
        <span title={t(text.beatNeither)}>{t(text.beatNone)}</span>
      ) : (
        <span className="num" title={t(text.beatUnknown)}>
          {say(text.beatOf, { n: '—', s: numberText(Number(beat)) })}
        </span>
      )}
      {figures && (
        <span className={figures.isThin ? 'is-thin' : undefined} title={whyThin(figures)}>
          {t(text.coverage)} <b className="num">{percentOf(figures.coverage)} %</b>
        </span>
      )}
    </footer>
  );
}

function RunShare({ row, figures }: { row: LiveRow; figures: KeyFigures }) {
  const low = isBelow(figures.actionRate, row.standardActionRate);
  const standard = Number(row.standardActionRate);
  const words = say(text.rateOf, { n: percentOf(figures.actionRate), s: standard });
  return (
    <span
      className={figures.isThin ? 'is-thin' : low ? 'is-bad' : undefined}
      title={whyThin(figures) ?? words}
    >
      {t(text.rate)} <b className="num">{percentOf(figures.actionRate)}</b>
      <span className="num"> / {standard} %</span>
    </span>
  );
}

function whyThin({ isThin, coverage }: KeyFigures): string | undefined {
  return isThin ? say(text.thin, { n: percentOf(coverage) }) : undefined;
}

/** What of the pieces was good, how fast they came, or that nobody counts them. */
export function madeWords(shift: LiveShift | null): string {
  if (!shift?.output) return t(text.noCount);
  const { good, ng } = shift.output;
  const { performance } = shift.figures;
  return say(text.madeOf, { good, ng, p: percentOf(performance) });
}

const MODE = fieldOf(machineTool, 'mode');
const ModeCell = viewOf(MODE).Cell;

/** How long the state has lasted. */
export function sinceWord({ live }: LiveRow, now: number): string {
  if (live.sinceTime === null) return '—';
  const seconds = Math.max(0, Math.floor((now - Date.parse(live.sinceTime)) / 1000));
  return durationWord(seconds < 60 ? seconds : seconds - (seconds % 60));
}
