import { refusals } from '@millwright/contract/kernel/errors';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../kernel/refuse.ts';

/**
 * The rows of a log under the alias `t` that a person sees: those of the site, all for company-wide people; of these
 * the ones of the sites that a call asks for (`siteId=7,8`), as the list takes them. Throws `call.invalid`.
 */
export function mine(
  { session }: Context,
  { siteId }: Readonly<Record<string, unknown>> = {},
): RawBuilder<boolean> {
  const seen =
    session.identity === 1 ? sql<boolean>`true` : sql<boolean>`t.site_id = ${session.siteId}`;
  if (siteId === undefined || siteId === '') return seen;
  if (typeof siteId !== 'string' || !IDS.test(siteId))
    throw refuse(refusals['call.invalid'], { detail: 'siteId' });
  return sql<boolean>`${seen} and t.site_id = any(${siteId.split(',')}::bigint[])`;
}

const IDS = /^\d{1,18}(,\d{1,18}){0,999}$/;
