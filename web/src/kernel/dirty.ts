import { session } from './session-store.ts';
import { createStore } from './store.ts';

/** A form with unsaved input: where it stands and what was typed. */
interface DirtyForm {
  readonly route: string;
  readonly read: () => unknown;
}

/**
 * Registers a form that has unsaved input; call the answer when it is saved or closed.
 * `route` is the tab's full path, `form` tells forms of one page apart, `read` gives what was typed (JSON).
 */
export function registerDirty(route: string, form: string, read: () => unknown): () => void {
  const id = `${route}|${form}`;
  const entry = { route, read };
  forms.set(id, entry);
  return () => {
    if (forms.get(id) === entry) forms.delete(id);
  };
}

/** Whether a tab holds unsaved input. */
export function isDirty(route: string): boolean {
  return [...forms.values()].some((form) => form.route === route);
}

/** Whether anything on the page is unsaved. */
export function anyDirty(): boolean {
  return forms.size > 0;
}

/** Writes all dirty forms to session storage, so that they can be offered after the next sign-in. */
export function keepDirtyForms(): void {
  const user = session.get().user?.userId;
  if (!user) return;
  for (const [id, form] of forms) {
    sessionStorage.setItem(`${PREFIX}${user}|${id}`, JSON.stringify(form.read()));
  }
}

/** What was kept of a form before the session ended; asking takes it away. */
export function takeKept(route: string, form: string): unknown {
  const user = session.get().user?.userId;
  const key = `${PREFIX}${user ?? ''}|${route}|${form}`;
  const kept = sessionStorage.getItem(key);
  if (kept === null) return undefined;
  sessionStorage.removeItem(key);
  return JSON.parse(kept) as unknown;
}

/** The forms of which something was kept for this person. */
export function keptForms(): { readonly route: string; readonly form: string }[] {
  const own = `${PREFIX}${session.get().user?.userId ?? ''}|`;
  return Object.keys(sessionStorage)
    .filter((key) => key.startsWith(own))
    .map((key) => {
      const [route = '', ...form] = key.slice(own.length).split('|');
      return { route, form: form.join('|') };
    });
}

/** Whether the person said, after the new sign-in, that kept input shall come back: then pages open its forms. */
export const bringsBack = createStore(false);

/** Throws away everything that was kept for this person. */
export function dropKept(): void {
  const own = `${PREFIX}${session.get().user?.userId ?? ''}|`;
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(own)) sessionStorage.removeItem(key);
}

const PREFIX = 'kept:';
const forms = new Map<string, DirtyForm>();
