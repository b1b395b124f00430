import { instantText } from '../kernel/dates-plain.ts';
import { session } from '../kernel/session-store.ts';
import { useStore } from '../kernel/store.ts';

/** Writes instants in the time zone of the session's site. */
export function useInstant(): (iso: string | null | undefined) => string {
  const zone = useStore(session, (state) => state.user?.sysConfig.timeZone);
  return (iso) => instantText(iso, zone);
}
