import type { LiveShift } from '@millwright/contract/equipment/live-equipment';
import type { MouseEvent } from 'react';
import { say, t } from '../kernel/language.tsx';
import { wallOf } from '../kinds/site-time.ts';
import { equipmentText as text } from '../locales/equipment.ts';
import { durationWord } from '../log/duration-word.ts';
import { lookOf } from './live-row.ts';

/** `[status, from, to]`, seconds since the beginning of the band. */
export type BandPiece = readonly [status: string | null, from: number, to: number];

/**
 * States in a row over a length of seconds: one box whose background holds the pieces, so that a wall of sixty machines
 * stays light. What no piece covers is hatched up to `known`, empty after it. Pointing at it tells the piece.
 */
export function StateBand({
  pieces,
  seconds,
  known,
  begins,
  label,
}: {
  pieces: readonly BandPiece[];
  seconds: number;
  known: number;
  begins: string;
  label: string;
}) {
  const tell = (event: MouseEvent<HTMLElement>) =>
    tellAt(event, event.currentTarget, pieces, known, begins);
  return (
    <div className="eq-band" role="img" aria-label={label}>
      <div
        className="eq-band-known"
        style={{ width: `${share(known, seconds)}%`, backgroundImage: background(pieces, known) }}
        onMouseMove={tell}
      />
    </div>
  );
}

/** The band of the shift that runs. */
export function ShiftBand({ shift, name }: { shift: LiveShift; name: string }) {
  const seconds = (Date.parse(shift.to) - Date.parse(shift.from)) / 1000;
  const known = knownOf(shift);
  return (
    <StateBand
      pieces={shift.band}
      seconds={seconds}
      known={known}
      begins={shift.from}
      label={say(text.bandOf, { name })}
    />
  );
}

/** Seconds of a shift of which something is known. */
function knownOf({ band }: LiveShift): number {
  return Math.max(...band.map(([, , to]) => to), 1);
}

/** Lets the button that covers a row or card say which piece of its band the pointer is over. */
export function tellPiece(event: MouseEvent<HTMLElement>, shift: LiveShift | null): void {
  const band = event.currentTarget.parentElement?.querySelector<HTMLElement>('.eq-band-known');
  if (!band || !shift) return;
  const known = knownOf(shift);
  tellAt(event, band, shift.band, known, shift.from);
}

function tellAt(
  { currentTarget, clientX, clientY }: MouseEvent<HTMLElement>,
  band: HTMLElement,
  pieces: readonly BandPiece[],
  known: number,
  begins: string,
): void {
  const { left, width, top, bottom } = band.getBoundingClientRect();
  const share = (clientX - left) / width;
  if (share < 0 || share > 1 || clientY < top || clientY > bottom) {
    currentTarget.removeAttribute('title');
    return;
  }
  const at = share * known;
  const found = pieces.find(([, from, to]) => from <= at && at < to);
  currentTarget.title = found ? pieceWords(found, begins) : t(text.noData);
}

function pieceWords([status, from, to]: BandPiece, begins: string): string {
  const clock = (second: number) =>
    wallOf(new Date(Date.parse(begins) + second * 1000).toISOString()).slice(11, 19);
  return say(text.piece, {
    state: lookOf(status).word,
    from: clock(from),
    to: clock(to),
    length: durationWord(to - from),
  });
}

/** Hard stops from piece to piece over the hatching of no data. */
function background(pieces: readonly BandPiece[], known: number): string {
  const stops: string[] = [];
  let end = 0;
  for (const [status, from, to] of pieces) {
    if (status === null) continue;
    const [a, b, c] = [share(end, known), share(from, known), share(to, known)];
    if (b > a) stops.push(`transparent ${a}% ${b}%`);
    stops.push(`var(${lookOf(status).color}) ${b}% ${c}%`);
    end = to;
  }
  if (end < known) stops.push(`transparent ${share(end, known)}% 100%`);
  const hatch =
    'repeating-linear-gradient(135deg, var(--st-nodata-a) 0 4px, var(--st-nodata-b) 4px 6px)';
  return stops.length > 0 ? `linear-gradient(to right, ${stops.join(', ')}), ${hatch}` : hatch;
}

function share(part: number, whole: number): number {
  return whole > 0 ? Math.round((part / whole) * 100_000) / 1000 : 0;
}
