import { notifications as limits } from '@millwright/contract/constants';
import { inBellOrder } from '@millwright/contract/system/tip';
import type { Tip } from '@millwright/contract/system/tip';
import { hear, soundAlarm } from './alarm-sound.ts';
import type { Heard } from './alarm-sound.ts';
import { api } from './api.ts';
import { locked } from './lock.ts';
import { passRefusal } from './refusal.ts';
import { session } from './session-store.ts';
import { createStore } from './store.ts';

/** Both lists and their concatenation. */
export interface Notices {
  readonly notifyList: readonly Tip[];
  readonly notifyListMom: readonly Tip[];
  readonly totalList: readonly Tip[];
}

/** What the bell shows. */
export const notices = createStore<Notices>({ notifyList: [], notifyListMom: [], totalList: [] });

/** Puts the two lists together, newest first within each, our own types below those of the specification; an absent one keeps its last state. */
export function merge(
  old: Notices,
  own: readonly Tip[] | undefined,
  mom: readonly Tip[] | undefined,
): Notices {
  const notifyList = own ? inBellOrder(own) : old.notifyList;
  const notifyListMom = mom ? inBellOrder(mom) : old.notifyListMom;
  return { notifyList, notifyListMom, totalList: [...notifyList, ...notifyListMom] };
}

/** Asks both services every five seconds until stopped; not while the page is hidden or locked, and at once after. */
export function pollNotices(): () => void {
  const ask = () => {
    if (!document.hidden && !locked.get()) void poll();
  };
  ask();
  const timer = setInterval(ask, limits.pollMs);
  document.addEventListener('visibilitychange', ask);
  const forget = locked.subscribe(ask);
  return () => {
    clearInterval(timer);
    forget();
    document.removeEventListener('visibilitychange', ask);
  };
}

/** The page that a notice opens: types 1 and 4 the regular inspections, 2 the tool messages, others their own link. */
export function pageOf(notice: Tip): string | undefined {
  if (notice.modelType === '1' || notice.modelType === '4') return '/baseConfig/regularInspection';
  if (notice.modelType === '2') return '/tool/toolMsg';
  return notice.link ?? undefined;
}

/** What is told to a person by name ends when he reads it; everything else when its cause is gone. */
export function endsWhenRead({ modelType }: Tip): boolean {
  return modelType === '6';
}

/** Notes that a notice was read; it leaves the bell at once. A refusal leaves it there until the next look. */
export async function readNotice({ id }: Tip): Promise<void> {
  notices.set((old) =>
    merge(
      old,
      old.notifyList.filter((one) => one.id !== id),
      undefined,
    ),
  );
  await api
    .post('/api/index/notifications/actions/read', { ids: [id] }, { quiet: true })
    .catch(passRefusal);
}

/** Whether the bell is shown: the person's organisation codes hold the configured one. */
export function showsBell(orgCodes: readonly string[], configured: string | undefined): boolean {
  return (
    configured !== undefined &&
    configured !== '' &&
    orgCodes.includes(configured.replaceAll(':', ''))
  );
}

async function poll(): Promise<void> {
  const [own, mom] = await Promise.allSettled([
    api.get<{ notifyList?: readonly Tip[] } | null>('/api/index/getActiveTipsVo', undefined, {
      quiet: true,
      background: true,
    }),
    api.get<{ notifyListMom?: readonly Tip[] } | null>(
      '/api/mom/index/getActiveTipsVo',
      undefined,
      { quiet: true, background: true, base: 'mom' },
    ),
  ]);
  const list = own.status === 'fulfilled' ? (own.value?.notifyList ?? []) : undefined;
  if (list) sound(list);
  notices.set((old) =>
    merge(old, list, mom.status === 'fulfilled' ? (mom.value?.notifyListMom ?? []) : undefined),
  );
}

let heard: Heard | undefined;

/** A new alarm is heard by those who want it. */
function sound(list: readonly Tip[]): void {
  const { user } = session.get();
  const next = hear(heard, user?.sysDepart?.departId, list);
  heard = next.heard;
  if (next.isNews && user?.sysConfig.soundOnAlarm) soundAlarm();
}
