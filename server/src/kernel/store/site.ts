import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { problem } from '@millwright/contract/kernel/check';
import { systemLabels } from '@millwright/contract/kernel/field-label';
import { type Problem, type Refusal, refusals } from '@millwright/contract/kernel/errors';
import { sql } from 'kysely';
import type { Context, Session } from '../context.ts';

/**
 * Site of a new row, and what stands against it, to be told together with all else that is wrong with the draft.
 * Company-wide users name one or write in the site that they work in; all others write in their session's site,
 * whatever they send.
 */
export async function placeOf(
  context: Context,
  entity: AnyEntity,
  named: unknown,
): Promise<{ readonly siteId: string | null; readonly problems: readonly Problem[] }> {
  const { session } = context;
  const good = (siteId: string | null) => ({ siteId, problems: [] });
  if (session.identity !== 1) return good(session.siteId ?? session.homeSiteId);
  const siteId = idNamed(named) ?? (entity.scope === 'company' ? null : session.siteId);
  if (siteId === null && entity.scope === 'company') return good(null);
  if (siteId !== null && siteId === session.siteId) return good(siteId);
  const place = siteId === null ? null : await placeNamed(context, siteId);
  const found = siteProblem(entity, place);
  return { siteId, problems: found ? [found] : [] };
}

/** Whether this person must name the site of each new row: he writes in all of them and stands in none. */
export function mustNameSite(entity: AnyEntity, { identity, siteId }: Session): boolean {
  return identity === 1 && entity.scope !== 'company' && siteId === null;
}

/** What a new row must know of the site that it names. */
export interface Place {
  readonly departType: string;
  readonly departName: string;
  readonly status: string;
}

/**
 * Why a new row cannot stand in a place: sites hold business rows, the company itself and departments do not, and a
 * disabled site takes nothing new. Rows that it has already stay and can be read. Null when nothing stands against it.
 */
export function siteProblem(entity: AnyEntity, place: Place | null | undefined): Problem | null {
  const told = (refusal: Refusal, args = {}) =>
    problem('siteId', systemLabels.siteId ?? entity.label, refusal, args);
  if (place === null) return told(refusals['site.required']);
  if (!place || place.departType === 'department') return told(refusals['ref.missing']);
  if (place.departType === 'company' && entity.scope === 'site')
    return told(refusals['site.required']);
  if (place.status !== '1') return told(refusals['site.disabled'], { name: place.departName });
  return null;
}

async function placeNamed({ sql: trx }: Context, siteId: string): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select depart_type as "departType", depart_name as "departName", status from base_site where id = ${siteId}`.execute(
    trx,
  );
  return rows[0];
}

/** Zone of a row's site; that of the session for its own site and for rows of none. */
export async function zoneOf(context: Context, siteId: string | null): Promise<string> {
  return (await zonesOf(context, [siteId])).get(siteId) ?? context.session.timeZone;
}

/** Zone of the site that a draft names, or of the one that it will stand in. */
export async function zoneNamed(context: Context, named: unknown): Promise<string> {
  return zoneOf(context, idNamed(named));
}

/** The id of a site that a draft names; null for what is none, which the check of the draft refuses. */
function idNamed(named: unknown): string | null {
  return typeof named === 'string' && /^[1-9]\d{0,17}$/.test(named) ? named : null;
}

/** Zones of sites other than the session's own, which only company-wide people write in. */
export async function zonesOf(
  { session, sql: trx }: Context,
  siteIds: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, string>> {
  const others = [...new Set(siteIds)].filter((id) => id !== null && id !== session.siteId);
  if (others.length === 0 || session.identity !== 1) return new Map();
  const { rows } = await sql<{ id: string; zone: string }>`
    select id, time_zone as zone from base_site where id = any(${others}::bigint[])`.execute(trx);
  return new Map(rows.map(({ id, zone }) => [id, zone]));
}

/** Tells the zone of any site: for lists of company-wide people, whose rows lie in several. */
export async function openZones({
  session,
  sql: trx,
}: Context): Promise<(siteId: string | null) => string> {
  if (session.identity !== 1) return () => session.timeZone;
  const { rows } = await sql<{ id: string; zone: string }>`
    select id, time_zone as zone from base_site where depart_type = 'site'`.execute(trx);
  const zones = new Map(rows.map(({ id, zone }) => [id, zone]));
  return (siteId) => zones.get(siteId ?? '') ?? session.timeZone;
}
