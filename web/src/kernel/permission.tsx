import { allows } from '@millwright/contract/kernel/permission';
import type { ReactNode } from 'react';
import { kernelText } from '../locales/kernel.ts';
import { t } from './language.tsx';
import { session } from './session-store.ts';
import { useStore } from './store.ts';

/**
 * Whether a person holding `held` has one of the tags; `*:*:*`, `area:*:*` and `area:entity:*` grant by prefix.
 * Throws when `tags` is no list with at least one tag.
 */
export function holdsAny(tags: readonly string[], held: readonly string[]): boolean {
  if (!Array.isArray(tags) || tags.length === 0) throw new Error(t(kernelText.tagsMissing));
  const granted = new Set(held);
  return tags.some((tag) => allows(granted, tag));
}

/** Whether the signed-in person has one of the tags. */
export function hasPermission(tags: readonly string[]): boolean {
  return holdsAny(tags, session.get().user?.permissions ?? []);
}

/** Whether the signed-in person is company-wide (userIdentity 1). */
export function isCompanyWide(): boolean {
  return session.get().user?.userIdentity === 1;
}

/** Removes its children from the page when the person has none of the tags. */
export function Allowed({ tags, children }: { tags: readonly string[]; children: ReactNode }) {
  const held = useStore(session, (state) => state.user?.permissions);
  return holdsAny(tags, held ?? []) ? children : null;
}

/** Removes its children unless the person is company-wide. */
export function CompanyWide({ children }: { children: ReactNode }) {
  return useStore(session, (state) => state.user?.userIdentity) === 1 ? children : null;
}
