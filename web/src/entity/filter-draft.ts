import { sameFilters } from './list-address.ts';
import type { Filters } from './list-address.ts';

/** Conditions while they are chosen. */
export interface FilterDraft {
  readonly draft: Filters;
  /** What held when the draft was last compared with it. */
  readonly seen: Filters;
  /** What was asked for from here and does not hold yet, in its order. */
  readonly asked: readonly Filters[];
}

/** A draft that begins with what holds. */
export function draftOf(applied: Filters): FilterDraft {
  return { draft: applied, seen: applied, asked: [] };
}

/** The draft once it is asked for, as it will hold. */
export function withAsked(now: FilterDraft, next: Filters): FilterDraft {
  const isNews = !sameFilters(now.asked.at(-1) ?? now.seen, next);
  return { ...now, draft: next, asked: isNews ? [...now.asked, next] : now.asked };
}

/** The draft when other conditions hold: those that were asked for here leave alone what was chosen since. */
export function withApplied(now: FilterDraft, applied: Filters): FilterDraft {
  if (sameFilters(now.seen, applied)) return now;
  const place = now.asked.findIndex((one) => sameFilters(one, applied));
  if (place < 0) return draftOf(applied);
  return { ...now, seen: applied, asked: now.asked.slice(place + 1) };
}
