import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { session } from '../kernel/session-store.ts';

/** Key of an entity's cached answers: another person or site never sees them. */
export function keyOf(entity: AnyEntity, ...rest: readonly unknown[]): readonly unknown[] {
  const { user } = session.get();
  return [entity.name, user?.userId, user?.sysDepart?.departId ?? null, ...rest];
}
