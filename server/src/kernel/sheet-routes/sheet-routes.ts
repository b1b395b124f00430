import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { offers } from '@millwright/contract/registry';
import type { Behaviour } from '../behaviour.ts';
import type { Route } from '../http/route.ts';
import { exportRoute } from './export-route.ts';
import { importRoutes } from './import-routes.ts';

/** Export and import of an entity, as far as its page's row in the menu names them. */
export function sheetRoutes(entity: AnyEntity, module: Behaviour | undefined): Route[] {
  return [
    ...(offers(entity, 'export') ? [exportRoute(entity, module)] : []),
    ...(offers(entity, 'import') && entity.scope !== 'log' ? importRoutes(entity, module) : []),
  ];
}
