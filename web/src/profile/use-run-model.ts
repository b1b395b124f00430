import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../kernel/api.ts';
import { t } from '../kernel/language.tsx';
import { session } from '../kernel/session-store.ts';
import { showToast } from '../kernel/toast.ts';
import { profileText } from '../locales/profile.ts';
import type { RunModel } from './profile-types.ts';

/** How this person's workstation runs, and a way to change a part of it. */
export function useRunModel() {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['runModel'],
    queryFn: () => api.get<RunModel | null>('/api/system/run/model'),
  });
  const change = async (part: Partial<RunModel>) => {
    await api.put('/api/system/run/model', part);
    showToast('success', t(profileText.saved));
    await queries.invalidateQueries({ queryKey: ['runModel'] });
    const minutes = part.lockAfterMinutes;
    if (typeof minutes === 'number') {
      session.set((old) => ({
        ...old,
        user: old.user && {
          ...old.user,
          sysConfig: { ...old.user.sysConfig, lockAfterMinutes: minutes },
        },
      }));
    }
  };
  return { model: data ?? undefined, change };
}
