import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { problem, systemLabels } from '@millwright/contract/kernel/check';
import { refusals } from '@millwright/contract/kernel/errors';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { refuseDraft } from '../refuse.ts';

/**
 * Site of a new row. Company-wide users name one or write in the site that they work in; all others write in
 * their session's site, whatever they send. Throws `site.required` when there is none.
 */
export async function placeOf(
  context: Context,
  entity: AnyEntity,
  named: string | null | undefined,
): Promise<string | null> {
  const { session } = context;
  if (session.identity !== 1) return session.siteId ?? session.homeSiteId;
  const siteId = named ?? session.siteId;
  if (entity.scope === 'company') return named ?? null;
  const label = systemLabels.siteId ?? entity.label;
  if (!siteId) throw refuseDraft([problem('siteId', label, refusals['site.required'])]);
  if (siteId === session.siteId) return siteId;
  const known =
    await sql`select 1 from base_site where id = ${siteId} and depart_type in ('site', 'company')`.execute(
      context.sql,
    );
  if (known.rows.length === 0)
    throw refuseDraft([problem('siteId', label, refusals['ref.missing'])]);
  return siteId;
}
