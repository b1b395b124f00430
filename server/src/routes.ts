import { entities, views } from '@millwright/contract/registry';
import type { Behaviour } from './kernel/behaviour.ts';
import { refuseWrongDeclarations } from './kernel/declarations.ts';
import { entityRoutes } from './kernel/entity-routes.ts';
import type { Route } from './kernel/http/route.ts';
import { optionsRoute } from './kernel/options.ts';
import type { Services } from './kernel/services.ts';
import { behaviours, otherRoutes } from './modules.ts';
import { apiDocsRoutes } from './modules/system/api-docs.ts';
import { kanbanBehaviour } from './modules/kanban/kanban.ts';
import { kanbanRoutes } from './modules/kanban/kanban-routes.ts';
import { deviceRoutes } from './modules/device/device-routes.ts';
import { gatewayBehaviour } from './modules/device/gateway.ts';
import { gatewayTrafficRoute } from './modules/device/gateway-traffic.ts';
import { gatewaySourceRoute } from './modules/device/gateway-source.ts';
import { stationInterlockRoute } from './modules/device/interlock-refusals.ts';
import { serviceRoutes } from './modules/log/service-rows.ts';
import { systemBehaviours, systemRoutes } from './modules/system/system.ts';

/**
 * Every route of the server: those that follow from declarations, and those of the modules. Without services the
 * routes can be described but not called.
 */
export function allRoutes(running: Services | null = null): Route[] {
  refuseWrongDeclarations();
  const services = running as Services;
  const modules = allBehaviours(services);
  const declared = [...entities, ...views].flatMap((entity) =>
    entityRoutes(
      entity,
      modules.find((module) => module.entity.name === entity.name),
    ),
  );
  const docs = apiDocsRoutes(() => routes);
  const routes = lastOfEach([
    ...declared,
    optionsRoute,
    ...otherRoutes,
    ...systemRoutes(services),
    ...deviceRoutes(services),
    ...serviceRoutes(services),
    ...kanbanRoutes(services),
    gatewayTrafficRoute,
    gatewaySourceRoute(services),
    stationInterlockRoute,
    ...docs,
  ]);
  return routes;
}

/** What modules put in the place of generic operations, of the whole server. */
export function allBehaviours(services: Services): Behaviour[] {
  return [
    ...behaviours,
    gatewayBehaviour(services),
    ...systemBehaviours(services),
    kanbanBehaviour(services),
  ];
}

/** A module's route takes the place of a declared one of the same method and shape: `PUT …/:key` that of `PUT …/:id`. */
function lastOfEach(routes: readonly Route[]): Route[] {
  const shape = ({ method, path }: Route) => `${method} ${path.replaceAll(/:\w+/g, ':')}`;
  return [...new Map(routes.map((route) => [shape(route), route])).values()];
}
