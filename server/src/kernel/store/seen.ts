import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { type AnyField, isFieldFor } from '@millwright/contract/kernel/field';
import type { Session } from '../context.ts';

type Person = Pick<Session, 'identity'>;

/** Whether a person may know a field at all: those for company-wide people are nobody else's. */
export function isSeen(field: Pick<AnyField, 'companyOnly'>, { identity }: Person): boolean {
  return isFieldFor(field, identity === 1);
}

/** Names of the fields that a person may neither read nor write. */
export function unseenIn(entity: AnyEntity, person: Person): ReadonlySet<string> {
  if (person.identity === 1) return NONE;
  const known = unseen.get(entity) ?? namesIn(entity, person);
  unseen.set(entity, known);
  return known;
}

/** Values without those that the person may not write. */
export function withoutUnseen(
  entity: AnyEntity,
  person: Person,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const names = unseenIn(entity, person);
  return names.size === 0
    ? values
    : Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
}

/** Changes of a row as its history and the operate log tell them to the person. */
export function seenChanges<C extends { readonly field: string }>(
  entity: AnyEntity,
  person: Person,
  changes: readonly C[],
): C[] {
  const names = unseenIn(entity, person);
  return changes.filter(({ field }) => !names.has(field));
}

function namesIn(entity: AnyEntity, person: Person): ReadonlySet<string> {
  const hidden = Object.entries(entity.fields).filter(([, field]) => !isSeen(field, person));
  return new Set(hidden.map(([name]) => name));
}

const NONE: ReadonlySet<string> = new Set();
const unseen = new WeakMap<AnyEntity, ReadonlySet<string>>();
