/** A version of an instruction as its address names it. */
interface Addressed {
  readonly siteId: string | null;
  readonly code: string;
}

/**
 * Where an instruction opens: a certain version, else the one in effect. Codes are numbered at each site, hence the site
 * beside it.
 */
export function instructionAddress({ siteId, code }: Addressed, version?: number): string {
  const site = siteId === null ? '' : `&site=${siteId}`;
  const exactly = version === undefined ? '' : `&version=${version}`;
  return `/system/instruction?view=${encodeURIComponent(code)}${site}${exactly}`;
}
