import { notifications as limits } from '@millwright/contract/constants';
import { api } from './api.ts';
import { locked } from './lock.ts';
import { createStore } from './store.ts';

/** One line of the bell. */
export interface Notice {
  readonly id: string;
  readonly message: string;
  readonly dataTime: string;
  readonly modelType: string;
  readonly link?: string | null;
}

/** Both lists and their concatenation. */
export interface Notices {
  readonly notifyList: readonly Notice[];
  readonly notifyListMom: readonly Notice[];
  readonly totalList: readonly Notice[];
}

/** What the bell shows. */
export const notices = createStore<Notices>({ notifyList: [], notifyListMom: [], totalList: [] });

/** Puts the two lists together, newest first within each; an absent one keeps its last state. */
export function merge(
  old: Notices,
  own: readonly Notice[] | undefined,
  mom: readonly Notice[] | undefined,
): Notices {
  const notifyList = own ? newestFirst(own) : old.notifyList;
  const notifyListMom = mom ? newestFirst(mom) : old.notifyListMom;
  return { notifyList, notifyListMom, totalList: [...notifyList, ...notifyListMom] };
}

/** Asks both services every five seconds until stopped; not while the page is hidden or locked. */
export function pollNotices(): () => void {
  void poll();
  const timer = setInterval(() => {
    if (!document.hidden && !locked.get()) void poll();
  }, limits.pollMs);
  return () => clearInterval(timer);
}

/** The page that a notice opens: types 1 and 4 the regular inspections, 2 the tool messages, others their own link. */
export function pageOf(notice: Notice): string | undefined {
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
    api.get<{ notifyList?: readonly Notice[] } | null>('/api/index/getActiveTipsVo', undefined, {
      quiet: true,
    }),
    api.get<{ notifyListMom?: readonly Notice[] } | null>(
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

function newestFirst(list: readonly Notice[]): readonly Notice[] {
  return [...list].sort((a, b) => b.dataTime.localeCompare(a.dataTime));
}
