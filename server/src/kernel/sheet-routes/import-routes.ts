import { callsOf } from '@millwright/contract/kernel/calls';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { tagFor } from '@millwright/contract/registry';
import type { Behaviour } from '../behaviour.ts';
import type { Route } from '../http/route.ts';
import { sendTemplate } from './template.ts';

/** Template, reading and import of an entity. */
export function importRoutes(entity: AnyEntity, _module: Behaviour | undefined): Route[] {
  const common = { tag: tagFor(entity, 'import'), module: entity.label, transaction: 'none' } as const;
  return [{ ...common, ...callsOf(entity).importTemplate, handle: (_context, call) => sendTemplate(entity, call) }];
}
