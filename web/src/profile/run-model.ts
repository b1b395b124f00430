import { api } from '../kernel/api.ts';
import { t } from '../kernel/language.tsx';
import { session } from '../kernel/session-store.ts';
import { showToast } from '../kernel/toast.ts';
import { profileText } from '../locales/profile.ts';
import type { RunModel } from './profile-types.ts';

/** Changes how this person's workstation runs; what holds now is part of the session (`sysConfig`). */
export async function changeRunModel(part: Partial<RunModel>): Promise<void> {
  const next = await api.put<RunModel>('/api/system/run/model', part);
  showToast('success', t(profileText.saved));
  const { lockAfterMinutes, soundOnAlarm, homePath, kanbanDensity } = next;
  const own = { lockAfterMinutes, soundOnAlarm, homePath, kanbanDensity };
  session.set((old) => ({
    ...old,
    user: old.user && { ...old.user, sysConfig: { ...old.user.sysConfig, ...own } },
  }));
}
