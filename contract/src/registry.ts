import { equipment } from './base/equipment.ts';
import { line } from './base/line.ts';
import { product } from './base/product.ts';
import type { AnyEntity } from './kernel/entity.ts';
import { order } from './production/order.ts';

/** Every entity of the product; a new one is a line here and a file of its own. */
export const entities: readonly AnyEntity[] = [line, equipment, product, order];

/** The entity of a name such as `base/product`; throws on an unknown one. */
export function entityOf(name: string): AnyEntity {
  const entity = byName.get(name);
  if (!entity) throw new Error(`There is no entity ${name}`);
  return entity;
}

const byName = new Map(entities.map((entity) => [entity.name, entity]));
