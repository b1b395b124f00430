import type { Behaviour } from './kernel/behaviour.ts';
import type { Route } from './kernel/http/route.ts';

/** What modules put in the place of generic operations; one line for each module file. */
export const behaviours: readonly Behaviour[] = [];

/** Routes that belong to no entity: sign-in, menu routes, own profile, commons. */
export const otherRoutes: readonly Route[] = [];
