import type { BoardDensity } from '@millwright/contract/system/run-model';
import { readCookie, writeCookie } from './cookie.ts';
import type { MenuRoute } from './menu-routes.ts';
import { createStore } from './store.ts';

/** Who is signed in, as `GET /api/user/auth/getInfo` says it. */
export interface UserInfo {
  readonly id: string;
  readonly userId: string;
  readonly username: string;
  readonly realName: string;
  readonly avatar: string | null;
  readonly userIdentity: number;
  readonly affiliationDepartId: string | null;
  readonly useOrgCode: readonly string[];
  readonly sysDepart: {
    readonly departId: string | null;
    readonly departName: string;
    readonly departNameEn?: string;
    /** False while a company-wide person works in the company itself, that is in all sites. */
    readonly isSite?: boolean;
  } | null;
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  readonly sysConfig: SysConfig;
  readonly mustChangePassword: boolean;
}

/** Settings that the server gives to the client. */
export interface SysConfig {
  readonly productName?: string;
  readonly productNameEn?: string;
  readonly notifyOrgCode?: string;
  readonly lockAfterMinutes?: number;
  readonly soundOnAlarm?: boolean;
  readonly homePath?: string | null;
  readonly kanbanDensity?: BoardDensity;
  readonly uploadImageMaxMb?: number;
  readonly uploadVideoMaxMb?: number;
  readonly uploadAttachmentMaxMb?: number;
  readonly passwordMinLength?: number;
  readonly permVersion?: number;
  readonly timeZone?: string;
  readonly [name: string]: unknown;
}

export interface Credentials {
  readonly token: string | undefined;
  readonly sub: string | undefined;
  readonly code: string | undefined;
}

/** none: no token; waiting: token, nothing loaded; ready: user and routes known; locked: the server answers 423. */
export type Phase = 'none' | 'waiting' | 'ready' | 'locked';

export interface SessionState extends Credentials {
  readonly phase: Phase;
  readonly user: UserInfo | null;
  readonly routes: readonly MenuRoute[];
  /** Signed in a moment ago on this page: the sign-in page leads on to its `redirect`. */
  readonly fresh: boolean;
}

/** The session of this page: credentials from the cookies, user and routes once loaded. */
export const session = createStore<SessionState>(fromCookies());

/** The three values that every call carries. */
export function credentials(): Credentials {
  const { token, sub, code } = session.get();
  return { token, sub, code };
}

/** Keeps what a sign-in answered, in state and in cookies. */
export function keepCredentials(message: {
  access_token: string;
  sub: string;
  code: string;
}): void {
  writeCookie('jwt_token', message.access_token);
  writeCookie('sub', message.sub);
  writeCookie('code', message.code);
  session.set({
    token: message.access_token,
    sub: message.sub,
    code: message.code,
    phase: 'waiting',
    user: null,
    routes: [],
    fresh: true,
  });
}

/** Id of the site that the person works in; null in the company itself. */
export function workingSite(): string | null {
  const depart = session.get().user?.sysDepart;
  return depart?.isSite ? depart.departId : null;
}

/** Clears storage and state without calling the server. Dirty forms kept for restoring stay. */
export function resetSession(): void {
  for (const name of ['jwt_token', 'sub', 'code']) writeCookie(name, undefined);
  for (const key of Object.keys(sessionStorage)) {
    if (!key.startsWith('kept:')) sessionStorage.removeItem(key);
  }
  session.set({
    token: undefined,
    sub: undefined,
    code: undefined,
    phase: 'none',
    user: null,
    routes: [],
    fresh: false,
  });
}

/** The organisation codes without their colons: `ZC:NB01` becomes `ZCNB01`. */
export function plainOrgCodes(codes: readonly string[]): string[] {
  return codes.map((code) => code.replaceAll(':', ''));
}

function fromCookies(): SessionState {
  const none: SessionState = {
    token: undefined,
    sub: undefined,
    code: undefined,
    phase: 'none',
    user: null,
    routes: [],
    fresh: false,
  };
  if (typeof document === 'undefined') return none;
  const token = readCookie('jwt_token');
  const sub = readCookie('sub');
  const code = readCookie('code');
  return token && sub ? { ...none, token, sub, code, phase: 'waiting' } : none;
}
