import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { sameValue } from './form-draft.ts';
import type { Values } from './form-draft.ts';
import type { EntityRow } from './entity-row.ts';

/** One field that two people changed at the same time. */
export interface Difference {
  readonly name: string;
  readonly yours: unknown;
  readonly theirs: unknown;
}

/** Fields that both changed, to different values, since the form was opened. */
export function differences(
  entity: AnyEntity,
  start: Values,
  yours: Values,
  theirs: EntityRow,
): Difference[] {
  return Object.keys(start)
    .concat(Object.keys(yours).filter((name) => !(name in start)))
    .filter((name) => name in entity.fields || name === 'remark')
    .filter(
      (name) =>
        !sameValue(theirs[name], start[name]) &&
        !sameValue(yours[name], start[name]) &&
        !sameValue(theirs[name], yours[name]),
    )
    .map((name) => ({ name, yours: yours[name], theirs: theirs[name] }));
}

/** The form on top of the row as it is now: what you changed stays, what only they changed comes in. */
export function merged(start: Values, yours: Values, theirs: EntityRow): Values {
  const names = new Set([...Object.keys(start), ...Object.keys(yours)]);
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      sameValue(yours[name], start[name]) ? theirs[name] : yours[name],
    ]),
  );
}
