import { kernelText } from '../locales/kernel.ts';
import { api } from './api.ts';
import { tellOtherTabs } from './channel.ts';
import { noteActivity } from './idle.ts';
import { t } from './language.tsx';
import { showLock } from './lock.ts';
import type { MenuRoute } from './menu-routes.ts';
import { loadOrders } from './order-list.ts';
import { Refusal } from './refusal.ts';
import {
  credentials,
  keepCredentials,
  plainOrgCodes,
  resetSession,
  session,
} from './session-store.ts';
import type { UserInfo } from './session-store.ts';
import { showToast } from './toast.ts';

/** What a sign-in answers. */
export interface SignInAnswer {
  readonly userTokenMsg: { access_token: string; sub: string; code: string };
  readonly mustChangePassword: boolean;
  readonly lastLogin: { time: string; ip: string; location: string } | null;
}

/** Signs in; the name is trimmed, the password never altered. */
export async function signIn(
  username: string,
  password: string,
  departId: string | undefined,
): Promise<SignInAnswer> {
  const body = { username: username.trim(), password, ...(departId ? { departId } : {}) };
  const answer = await api.post<SignInAnswer>('/api/user/auth/login', body);
  keepCredentials(answer.userTokenMsg);
  noteActivity();
  return answer;
}

/** Loads user, routes and order list of the session; concurrent calls share one running load. */
export function loadSession(): Promise<void> {
  loading ??= load().finally(() => {
    loading = undefined;
  });
  return loading;
}

/** Loads user and routes anew without touching the phase (rights changed, site switched, unlocked). */
export async function reloadRights(): Promise<void> {
  const user = await fetchUser();
  const routes = user.mustChangePassword ? [] : await fetchRoutes();
  session.set((old) => ({ ...old, user, routes, phase: 'ready' }));
}

/** Ends the session on the server and here; the caller has asked before. Loads /home in full. */
export async function signOut(): Promise<void> {
  try {
    await api.remove('/api/user/auth/signout', credentials(), { quiet: true });
  } catch {
    // An unreachable server must not keep anybody signed in on this screen.
  }
  resetSession();
  sessionStorage.clear();
  tellOtherTabs({ kind: 'signedOut' });
  location.assign('/home');
}

/** Switches the site of the session; rejects (with a toast) on any code but 0. */
export async function switchSite(id: string): Promise<void> {
  await api.put('/api/user/auth/switch/site', { id });
  await reloadRights();
  void loadOrders();
  tellOtherTabs({ kind: 'siteSwitched' });
}

let loading: Promise<void> | undefined;

async function load(): Promise<void> {
  try {
    const [user, routes] = await Promise.all([fetchUser(), fetchRoutes()]);
    session.set((old) => ({ ...old, user, routes, phase: 'ready' }));
    if (!user.mustChangePassword) void loadOrders();
  } catch (error) {
    if (error instanceof Refusal && error.code === 423) {
      showLock();
      session.set((old) => ({ ...old, phase: 'locked' }));
      return;
    }
    const expired = error instanceof Refusal && (error.code === 402 || error.code === 408);
    if (expired) throw error;
    showToast(
      'error',
      error instanceof Error && error.message ? error.message : t(kernelText.hasError),
    );
    resetSession();
    throw error;
  }
}

/** User info, with the two refusals that the client itself finds: no answer, no roles. */
async function fetchUser(): Promise<UserInfo> {
  const user = await api.get<UserInfo | null>('/api/user/auth/getInfo', undefined, { quiet: true });
  if (!user) throw new Error(t(kernelText.invalidSession));
  if (!user.roles || user.roles.length === 0) throw new Error(t(kernelText.noRoles));
  return {
    ...user,
    userIdentity: wholeNumber(user.userIdentity),
    useOrgCode: plainOrgCodes(user.useOrgCode ?? []),
    permissions: user.permissions ?? [],
    sysConfig: user.sysConfig ?? {},
  };
}

/** The menu; before the first password change the server refuses it (1006) and none is needed. */
async function fetchRoutes(): Promise<readonly MenuRoute[]> {
  try {
    return (
      (await api.get<readonly MenuRoute[] | null>('/api/user/auth/getRouters', undefined, {
        quiet: true,
      })) ?? []
    );
  } catch (error) {
    if (error instanceof Refusal && error.code === 1006) return [];
    throw error;
  }
}

/** Identities are dictionary values and may come as text. */
function wholeNumber(value: number | string): number {
  return Number(value);
}
