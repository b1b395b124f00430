import type { Behaviour } from '../../kernel/behaviour.ts';
import type { Route } from '../../kernel/http/route.ts';
import type { Services } from '../../kernel/services.ts';
import { siteBehaviour } from '../base/site.ts';
import { noticeRoutes } from '../notice/notice-routes.ts';
import { openTipBook } from '../notice/tip-book.ts';
import { dictionaryCommonsRoutes } from './dictionary-commons.ts';
import { dictItemBehaviour, dictTypeBehaviour } from './dictionary.ts';
import { menuBehaviour } from './menu.ts';
import { menuRoutesRoute } from './menu-routes.ts';
import { publicRoutes } from './public.ts';
import { sessionCallRoutes } from './session-calls.ts';
import { settingBehaviour } from './setting.ts';
import { signInRoute } from './sign-in.ts';
import { sessionBehaviour } from './online-session.ts';
import { ownPasswordRoute } from './own-password.ts';
import { profileRoutes } from './profile.ts';
import { roleUserRoutes } from './role-users.ts';
import { roleBehaviour } from './role.ts';
import { runModelRoutes } from './run-model.ts';
import { userBehaviour } from './user.ts';
import { userCallRoutes } from './user-calls.ts';
import { userInfoRoutes } from './user-info.ts';

/** What the system pages put in the place of generic operations. */
export function systemBehaviours(services: Services): Behaviour[] {
  const makers = [
    userBehaviour,
    roleBehaviour,
    menuBehaviour,
    dictTypeBehaviour,
    dictItemBehaviour,
    settingBehaviour,
    sessionBehaviour,
    siteBehaviour,
  ];
  return makers.map((make) => make(services));
}

/** Sign-in, session, own profile, administration: the calls that follow from no declaration. */
export function systemRoutes(services: Services): Route[] {
  const tips = openTipBook(services);
  return [
    signInRoute(services),
    ...sessionCallRoutes(services),
    ...userInfoRoutes(services, tips),
    menuRoutesRoute(services),
    ownPasswordRoute(services),
    ...profileRoutes(services),
    ...runModelRoutes(services),
    ...userCallRoutes(services),
    ...roleUserRoutes(services),
    ...dictionaryCommonsRoutes(services),
    ...publicRoutes(services),
    ...noticeRoutes(services, tips),
  ];
}
