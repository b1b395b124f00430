import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import { checkTags } from './permission.ts';
import type { Route } from './route.ts';
import { server } from './serve.ts';

/** Puts routes onto the server. Throws when one names a permission that the menu does not know. */
export function registerRoutes(
  app: FastifyInstance,
  services: Services,
  routes: readonly Route[],
): void {
  checkTags(routes);
  const serve = server(services);
  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path,
      ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
      handler: (request, reply) => serve(route, request, reply),
    });
  }
}
