import { millionths } from './decimal-math.ts';
import { limitWords } from './limit-words.ts';
import type { ItemLimits } from './limit-words.ts';
import { wordOf } from './word-of.ts';

/** Limits as a line with a tick at each, the standard between them and a dot where a value stands. */
export function LimitBar({
  limits,
  value,
  ok,
}: {
  limits: ItemLimits;
  value?: string | null | undefined;
  ok?: boolean;
}) {
  const scale = scaleOf(limits, value);
  if (!scale) return null;
  const ticks = (
    [
      ['is-limit', limits['lowerLimit']],
      ['is-standard', limits['standard']],
      ['is-limit', limits['upperLimit']],
    ] as const
  ).filter(([, at]) => millionths(at) !== null);
  const from = millionths(limits['lowerLimit']) === null ? 0 : scale(limits['lowerLimit']);
  const to = millionths(limits['upperLimit']) === null ? 100 : scale(limits['upperLimit']);
  return (
    <div className="limit-bar" role="img" aria-label={limitWords(limits)}>
      <span className="limit-range" style={{ left: `${from}%`, width: `${to - from}%` }} />
      {ticks.map(([kind, at]) => (
        <span
          key={`${kind}${wordOf(at)}`}
          className={`limit-tick ${kind}`}
          style={{ left: `${scale(at)}%` }}
        />
      ))}
      {value && millionths(value) !== null && (
        <span
          className={`limit-dot ${ok ? 'is-ok' : 'is-ng'}`}
          style={{ left: `${Math.min(100, Math.max(0, scale(value)))}%` }}
        />
      )}
    </div>
  );
}

/** Percent from the left: both limits with a quarter of their distance on either side. */
function scaleOf(
  limits: ItemLimits,
  value: string | null | undefined,
): ((at: unknown) => number) | null {
  const known = [limits['lowerLimit'], limits['standard'], limits['upperLimit']]
    .map(millionths)
    .filter((one) => one !== null)
    .map(Number);
  if (known.length === 0) return null;
  const wanted =
    known.length === 1
      ? [
          ...known,
          known[0] === 0 ? 1_000_000 : 0,
          ...(value ? [Number(millionths(value) ?? 0n)] : []),
        ]
      : known;
  const [low, high] = [Math.min(...wanted), Math.max(...wanted)];
  const margin = (high - low || 1) / 4;
  return (at) => ((Number(millionths(at) ?? 0n) - low + margin) / (high - low + 2 * margin)) * 100;
}
