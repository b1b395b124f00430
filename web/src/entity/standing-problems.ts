import type { FieldProblem } from '../kernel/refusal.ts';
import type { Values } from './form-draft.ts';
import { sameValue } from './form-draft.ts';

/**
 * What is still wrong at fields that were told wrong, as `now` judges what has been typed since. Nothing is told of
 * other fields before the next try.
 */
export function stillWrong(
  told: readonly FieldProblem[],
  now: readonly FieldProblem[],
): readonly FieldProblem[] {
  return now.filter(({ field }) => told.some((problem) => problem.field === field));
}

/** What was told of fields that hold the same still: whether another value is better is known when it is sent. */
export function untouched(
  told: readonly FieldProblem[],
  sent: Values,
  values: Values,
): readonly FieldProblem[] {
  return told.filter(({ field }) => sameValue(valueAt(sent, field), valueAt(values, field)));
}

/** `shifts.0.name`: the name in the first of the shifts. */
function valueAt(values: Values, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, part) =>
        typeof value === 'object' && value !== null
          ? (value as Record<string, unknown>)[part]
          : undefined,
      values,
    );
}
