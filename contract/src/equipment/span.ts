/** A stretch of time, milliseconds; `to` is not part of it. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The same time without overlaps, in order; stretches that touch become one, empty and inverted ones go. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.filter(hasLength).toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && span.from <= last.to)
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    else merged.push({ from: span.from, to: span.to });
  }
  return merged;
}

/** What of some time lies inside other time, merged. */
export function clipSpans(spans: readonly Span[], inside: readonly Span[]): Span[] {
  const windows = mergeSpans(inside);
  return mergeSpans(spans).flatMap((span) =>
    windows
      .map((part) => ({
        from: Math.max(span.from, part.from),
        to: Math.min(span.to, part.to),
      }))
      .filter(hasLength),
  );
}

/** What of some time lies outside other time, merged. */
export function cutSpans(spans: readonly Span[], away: readonly Span[]): Span[] {
  const holes = mergeSpans(away);
  return mergeSpans(spans).flatMap((span) => {
    const left: Span[] = [];
    let from = span.from;
    for (const hole of holes) {
      if (hole.to <= from || hole.from >= span.to) continue;
      left.push({ from, to: hole.from });
      from = hole.to;
    }
    return [...left, { from, to: span.to }].filter(hasLength);
  });
}

/** Seconds that some time takes; overlaps count once. */
export function secondsOf(spans: readonly Span[]): number {
  return mergeSpans(spans).reduce((sum, { from, to }) => sum + to - from, 0) / 1000;
}

function hasLength({ from, to }: Span): boolean {
  return to > from;
}
