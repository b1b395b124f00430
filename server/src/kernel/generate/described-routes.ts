import { allRoutes } from '../../routes.ts';
import type { Route } from '../http/route.ts';
import type { Services } from '../services.ts';

/** Every route as data, without a database behind it: to describe and to check. Its handlers must not be called. */
export function describedRoutes(): Route[] {
  return allRoutes(nothing() as Services);
}

/** Answers every property and every call with itself; no promise. */
function nothing(): object {
  return new Proxy(() => nothing(), {
    get: (_target, name) =>
      name === 'then' || name === Symbol.toPrimitive ? undefined : nothing(),
  });
}
