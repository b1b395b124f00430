import { entities } from '@millwright/contract/registry';
import { entityRoutes } from './kernel/entity-routes.ts';
import type { Route } from './kernel/http/route.ts';
import { optionsRoute } from './kernel/options.ts';
import { behaviours, otherRoutes } from './modules.ts';

/** Every route of the server: those that follow from declarations, and those of the modules. */
export function allRoutes(): Route[] {
  const declared = entities.flatMap((entity) =>
    entityRoutes(entity, behaviours.find((module) => module.entity.name === entity.name)),
  );
  return [...declared, optionsRoute, ...otherRoutes];
}
