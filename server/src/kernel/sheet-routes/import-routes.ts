import { callsOf } from '@millwright/contract/kernel/calls';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { tagFor } from '@millwright/contract/registry';
import type { Behaviour } from '../behaviour.ts';
import { BUSINESS } from '../business.ts';
import type { Route } from '../http/route.ts';
import { receiveWorkbook } from './import-file.ts';
import { readImport } from './read-import.ts';
import { runImport } from './run-import.ts';
import { sendTemplate } from './template.ts';

/** Template, reading and import of an entity. */
export function importRoutes(entity: AnyEntity, module: Behaviour | undefined): Route[] {
  const calls = callsOf(entity);
  const common = {
    tag: tagFor(entity, 'import'),
    module: entity.label,
    transaction: 'none',
  } as const;
  return [
    {
      ...common,
      ...calls.importTemplate,
      handle: (_context, call) => sendTemplate(entity, module, call),
    },
    // It writes nothing, so it leaves no row in the operate log either.
    {
      ...common,
      ...calls.importRead,
      passive: true,
      handle: async (context, call) =>
        readImport(context, entity, module, await receiveWorkbook(call), call),
    },
    {
      ...common,
      ...calls.import,
      business: BUSINESS.import,
      handle: async (context, call) =>
        runImport(context, entity, module, await receiveWorkbook(call), call),
    },
  ];
}
