import { entities } from '@millwright/contract/registry';
import { entityRoutes } from './kernel/entity-routes.ts';
import type { Route } from './kernel/http/route.ts';
import { optionsRoute } from './kernel/options.ts';
import type { Services } from './kernel/services.ts';
import { behaviours, otherRoutes } from './modules.ts';
import { systemBehaviours, systemRoutes } from './modules/system/system.ts';

/** Every route of the server: those that follow from declarations, and those of the modules. */
export function allRoutes(services: Services): Route[] {
  const modules = [...behaviours, ...systemBehaviours(services)];
  const declared = entities.flatMap((entity) =>
    entityRoutes(entity, modules.find((module) => module.entity.name === entity.name)),
  );
  return lastOfEach([...declared, optionsRoute, ...otherRoutes, ...systemRoutes(services)]);
}

/** A module's route takes the place of a declared one of the same method and shape: `PUT …/:key` that of `PUT …/:id`. */
function lastOfEach(routes: readonly Route[]): Route[] {
  const shape = ({ method, path }: Route) => `${method} ${path.replaceAll(/:\w+/g, ':')}`;
  return [...new Map(routes.map((route) => [shape(route), route])).values()];
}
