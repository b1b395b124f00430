import { md5 } from 'js-md5';
import { api } from './api.ts';
import { tellOtherTabs } from './channel.ts';
import { titled } from './language.tsx';
import { noteActivity } from './idle.ts';
import { hideLock, showLock } from './lock.ts';
import { session } from './session-store.ts';

/** Locks the session on the server, then draws the lock here and in the other tabs. */
export async function lockNow(): Promise<void> {
  rememberPerson();
  await api.post('/api/system/run/model/actions/lock', {}, { quiet: true }).catch(() => undefined);
  showLock();
  tellOtherTabs({ kind: 'locked' });
}

/** Unlocks with the lock-screen password (sent as MD5) or the sign-in password. Rejects with the server's refusal. */
export async function unlock(typed: string, how: 'lock' | 'signIn'): Promise<void> {
  const body = how === 'lock' ? { lockPassword: md5(typed) } : { password: typed };
  await api.post('/api/system/run/model/actions/unlock', body, { quiet: true });
  noteActivity();
  hideLock();
  tellOtherTabs({ kind: 'unlocked' });
}

/** Stores a new lock-screen password: only its MD5 hash leaves the page. */
export function updateLockPassword(typed: string): Promise<unknown> {
  return api.put('/api/system/run/model/update/lock/screen/password', { lockPassword: md5(typed) });
}

/** Whose window is locked, with the zone of the site's clock (absent: the browser's). */
export interface LockedPerson {
  readonly name: string;
  readonly site: string;
  readonly zone?: string;
}

/** Who locked this window, for the lock that is drawn after a reload, when the server tells nothing. */
export function lockedPerson(): LockedPerson {
  const { user } = session.get();
  if (user)
    return {
      name: user.realName,
      site: titled(user.sysDepart?.departName, user.sysDepart?.departNameEn),
      zone: user.sysConfig.timeZone,
    };
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '') as LockedPerson;
  } catch {
    return { name: '', site: '' };
  }
}

const KEY = 'lockedPerson';

function rememberPerson(): void {
  sessionStorage.setItem(KEY, JSON.stringify(lockedPerson()));
}
