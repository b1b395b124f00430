import { machineTool, robot } from './equipment/live-equipment.ts';
import * as declared from './entities.ts';
import type { AnyEntity } from './kernel/entity.ts';
import { allTags } from './menu.ts';

/** Every entity of the product, by name: loaders of modules do not agree on the order of what `entities.ts` exports. */
export const entities: readonly AnyEntity[] = Object.values<AnyEntity>(declared).toSorted(
  (one, other) => (one.name < other.name ? -1 : 1),
);

/** Other pages over rows of an entity above: they have calls and tags of their own, but no table. */
export const views: readonly AnyEntity[] = [robot, machineTool];

/** The entity of a name such as `base/product`; throws on an unknown one. */
export function entityOf(name: string): AnyEntity {
  const entity = byName.get(name);
  if (!entity) throw new Error(`There is no entity ${name}`);
  return entity;
}

const byName = new Map([...entities, ...views].map((entity) => [entity.name, entity]));

/**
 * Tag that guards an operation or action of an entity: `production:order:release`. An action whose own tag
 * the menu does not know takes the one its declaration names, else `edit`.
 */
export function tagFor(entity: AnyEntity, operation: string): string {
  const own = `${entity.tag}:${operation}`;
  if (tags.has(own)) return own;
  return `${entity.tag}:${entity.actions[operation]?.tag ?? 'edit'}`;
}

/** Whether an operation of the standard set exists for an entity: its page's row in the menu names it. */
export function offers(entity: AnyEntity, operation: string): boolean {
  return tags.has(`${entity.tag}:${operation}`);
}

const tags: ReadonlySet<string> = new Set(allTags());
