import { notifications as limits } from '@millwright/contract/constants';
import { inBellOrder } from '@millwright/contract/system/tip';
import type { Tip } from '@millwright/contract/system/tip';
import { api } from './api.ts';
import { locked } from './lock.ts';
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

/** Asks both services every five seconds until stopped; not while the page is hidden or locked. */
export function pollNotices(): () => void {
  const ask = () => {
    if (!document.hidden && !locked.get()) void poll();
  };
  ask();
  const timer = setInterval(ask, limits.pollMs);
  document.addEventListener('visibilitychange', ask);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', ask);
  };
}

/** The page that a notice opens: types 1 and 4 the regular inspections, 2 the tool messages, others their own link. */
export function pageOf(notice: Tip): string | undefined {
  if (notice.modelType === '1' || notice.modelType === '4') return '/baseConfig/regularInspection';
  if (notice.modelType === '2') return '/tool/toolMsg';
  return notice.link ?? undefined;
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
    }),
    api.get<{ notifyListMom?: readonly Tip[] } | null>(
      '/api/mom/index/getActiveTipsVo',
      undefined,
      { quiet: true, base: 'mom' },
    ),
  ]);
  notices.set((old) =>
    merge(
      old,
      own.status === 'fulfilled' ? (own.value?.notifyList ?? []) : undefined,
      mom.status === 'fulfilled' ? (mom.value?.notifyListMom ?? []) : undefined,
    ),
  );
}
