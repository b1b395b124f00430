import { createStore } from './store.ts';

/** What the answers say beside their content: the session's site, the version of rights and of dictionaries. */
export interface Watched {
  readonly site: string | null;
  readonly rights: string | null;
  readonly dictionaries: string | null;
}

/** The last values that the server sent. */
export const watched = createStore<Watched>({ site: null, rights: null, dictionaries: null });

/** Notes the headers of one answer; the session, the shell and the dictionaries watch the store. */
export function noteHeaders(headers: Headers): void {
  const before = watched.get();
  const next: Watched = {
    site: headers.get('X-Site-Id') ?? before.site,
    rights: headers.get('X-Perm-Version') ?? before.rights,
    dictionaries: headers.get('X-Dict-Version') ?? before.dictionaries,
  };
  const same =
    next.site === before.site &&
    next.rights === before.rights &&
    next.dictionaries === before.dictionaries;
  if (!same) watched.set(next);
}
