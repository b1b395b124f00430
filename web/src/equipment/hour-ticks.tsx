import { wallOf } from '../kinds/site-time.ts';

interface HourTicksProps {
  /** Milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Hours between two words. */
  readonly step: number;
  /** The hour alone, or the clock, which is too wide for the very end. */
  readonly word: 'hour' | 'clock';
}

/** The whole hours under a band, placed by their share of it. */
export function HourTicks({ from, to, step, word }: HourTicksProps) {
  const isClock = word === 'clock';
  return (
    <span className="eq-hours num">
      {wholeHours(from, isClock ? to - HOUR / 2 : to, step).map((at) => (
        <i key={at} style={{ left: `${((at - from) / (to - from)) * 100}%` }}>
          {wallOf(new Date(at).toISOString()).slice(11, isClock ? 16 : 13)}
        </i>
      ))}
    </span>
  );
}

const HOUR = 3_600_000;

function wholeHours(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / HOUR) * HOUR;
  const count = Math.floor((to - first) / (step * HOUR)) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => first + index * step * HOUR);
}
