import type { Behaviour } from '../../kernel/behaviour.ts';
import type { Route } from '../../kernel/http/route.ts';
import type { Services } from '../../kernel/services.ts';
import { menuRoutesRoute } from './menu-routes.ts';
import { publicRoutes, tipRoutes } from './public.ts';
import { sessionCallRoutes } from './session-calls.ts';
import { signInRoute } from './sign-in.ts';
import { userBehaviour } from './user.ts';
import { userInfoRoutes } from './user-info.ts';

/** What the system pages put in the place of generic operations. */
export function systemBehaviours(services: Services): Behaviour[] {
  return [userBehaviour(services)];
}

/** Sign-in, session, own profile, administration: the calls that follow from no declaration. */
export function systemRoutes(services: Services): Route[] {
  return [
    signInRoute(services),
    ...sessionCallRoutes(services),
    ...userInfoRoutes(services),
    menuRoutesRoute(services),
    ...publicRoutes(services),
    ...tipRoutes,
  ];
}
