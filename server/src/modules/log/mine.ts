import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';

/** The rows of a log under the alias `t` that a person sees: those of the site, all for company-wide people. */
export function mine({ session }: Context): RawBuilder<boolean> {
  return session.identity === 1 ? sql<boolean>`true` : sql<boolean>`t.site_id = ${session.siteId}`;
}
