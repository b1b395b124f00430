import { USUAL_ZONE } from '@millwright/contract/kernel/local-day';
import { instantText } from '../kernel/dates-plain.ts';
import { session } from '../kernel/session-store.ts';

/** Zone of the site that the person works in. */
export function siteZone(): string {
  return session.get().user?.sysConfig.timeZone ?? USUAL_ZONE;
}

/** An ISO instant as the site's clocks showed it: `2025-11-06 14:32:00`. */
export function wallOf(iso: string, zone: string = siteZone()): string {
  return instantText(iso, zone);
}

/** The instant at which the site's clocks show `YYYY-MM-DD HH:mm:ss`, as ISO 8601 in UTC. */
export function isoOfWall(wall: string, zone: string = siteZone()): string {
  const asked = Date.parse(`${wall.replace(' ', 'T')}Z`);
  let at = asked;
  // Twice, because the offset may change between the guess and the answer (summer time).
  for (let round = 0; round < 2; round += 1)
    at += asked - Date.parse(`${wallOf(new Date(at).toISOString(), zone).replace(' ', 'T')}Z`);
  return new Date(at).toISOString();
}
