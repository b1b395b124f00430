import { say, t } from '../kernel/language.tsx';
import { Mark } from '../kinds/mark.tsx';
import { equipmentText as text } from '../locales/equipment.ts';
import { HourTicks } from './hour-ticks.tsx';
import { madeWords, sinceWord } from './live-cards.tsx';
import { isBelow, type LiveRow, lookOf, madeOf, percentOf, placeOf } from './live-row.ts';
import { ShiftBand, tellPiece } from './state-band.tsx';

/** All machines in the order of the lines, each with the band of the shift that runs. */
export function ShiftBoard({
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
  const shifts = groupsOf(rows);
  return (
    <>
      {shifts.map(({ key, name, from, to, lines }) => (
        <section key={key} className="eq-board">
          <div className="eq-row eq-board-head">
            <h2>{name || t(text.outside)}</h2>
            <span>{t(text.state)}</span>
            {from !== null && to !== null ? (
              <HourTicks from={Date.parse(from)} to={Date.parse(to)} step={1} word="hour" />
            ) : (
              <span className="eq-hours" />
            )}
            <span className="is-right">{t(text.rateHead)}</span>
            <span className="is-right">{t(text.output)}</span>
            <span className="is-right">{t(text.sinceHead)}</span>
          </div>
          <div className="eq-board-body">
            <NowLine from={from} to={to} now={now} />
            {lines.map((line) => (
              <ul key={line.key}>
                {line.rows.map((row) => (
                  <BoardRow
                    key={row.id}
                    row={row}
                    now={now}
                    isOpen={row.id === openId}
                    onOpen={onOpen}
                  />
                ))}
              </ul>
            ))}
          </div>
        </section>
      ))}
    </>
  );
}

function BoardRow({
  row,
  now,
  isOpen,
  onOpen,
}: {
  row: LiveRow;
  now: number;
  isOpen: boolean;
  onOpen: (row: LiveRow) => void;
}) {
  const { live } = row;
  const look = lookOf(live.status);
  const figures = live.shift?.figures;
  const low = isBelow(figures?.actionRate, row.standardActionRate);
  const share = figures?.isThin ? 'is-thin' : low ? 'is-bad' : '';
  const why = figures?.isThin
    ? say(text.thin, { n: percentOf(figures.coverage) })
    : say(text.rateOf, { n: percentOf(figures?.actionRate), s: Number(row.standardActionRate) });
  return (
    <li className={`eq-row${isOpen ? ' is-open' : ''}`}>
      <button
        type="button"
        className="eq-cover"
        aria-label={say(text.openMachine, { name: row.number })}
        onClick={() => onOpen(row)}
        onMouseMove={(event) => tellPiece(event, live.shift)}
      />
      <span className="eq-name" title={row.nickname}>
        <b className="num">{row.number}</b>
        <small>{placeOf(row)}</small>
      </span>
      <span className="state-word">
        <Mark shape={look.shape} color={look.color} />
        <span>{t(look.word)}</span>
      </span>
      {live.shift ? (
        <ShiftBand shift={live.shift} name={row.number} />
      ) : (
        <div className="eq-band" />
      )}
      <span className={`is-right num ${share}`} title={why}>
        {percentOf(figures?.actionRate)}
      </span>
      <span className="is-right num eq-made" title={madeWords(live.shift)}>
        {madeOf(live.shift)}
      </span>
      <span className="is-right num eq-since">{sinceWord(row, now)}</span>
    </li>
  );
}

function NowLine({ from, to, now }: { from: string | null; to: string | null; now: number }) {
  if (from === null || to === null) return null;
  const share = (now - Date.parse(from)) / (Date.parse(to) - Date.parse(from));
  return (
    <div className="eq-row eq-now" aria-hidden="true">
      <div>
        <i style={{ left: `${Math.min(1, share) * 100}%` }} />
      </div>
    </div>
  );
}

interface ShiftGroup {
  readonly key: string;
  readonly name: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly lines: readonly { key: string; rows: readonly LiveRow[] }[];
}

/** Machines whose shifts have the same times share one axis; those outside of shifts come last. */
function groupsOf(rows: readonly LiveRow[]): ShiftGroup[] {
  const groups = Map.groupBy(rows, ({ live }) => `${live.shift?.from} ${live.shift?.to}`);
  return [...groups]
    .map(([key, own]): ShiftGroup => {
      const shift = own[0]?.live.shift;
      const lines = Map.groupBy(own, (row) => `${row.siteId} ${row.live.lineCode}`);
      return {
        key,
        name: shift?.name ?? '',
        from: shift?.from ?? null,
        to: shift?.to ?? null,
        lines: [...lines].map(([line, machines]) => ({ key: line, rows: machines })),
      };
    })
    .toSorted((a, b) => Number(a.from === null) - Number(b.from === null));
}
