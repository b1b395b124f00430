import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import type { Account } from './sign-in.ts';

/** Where a session begins: the department shown, and the site that it works in (null = the company). */
export interface SignInSite {
  readonly departId: string;
  readonly departName: string;
  readonly siteId: string | null;
}

interface Place extends SignInSite {
  readonly isAllowed: boolean;
}

/**
 * The site of a new session: the one asked for, else the last used, else the home site. Company-wide people may
 * choose any enabled site or the company, others their home and associated sites. Null when it is not allowed.
 */
export async function chosenSite(
  trx: Trx,
  account: Account,
  departId: string | null,
): Promise<SignInSite | null> {
  const places = await allowedPlaces(trx, account);
  if (departId !== null) return places.find((place) => place.departId === departId) ?? null;
  const last = await lastUsed(trx, account.id);
  return (
    places.find((place) => place.departId === last) ??
    places.find((place) => place.departId === account.homeSite) ??
    places[0] ??
    null
  );
}

/** Id of the company, the root of the tree. */
export async function companyOf(trx: Trx): Promise<string> {
  const { rows } = await sql<{
    id: string;
  }>`select id from base_site where depart_type = 'company' order by id limit 1`.execute(trx);
  return rows[0]?.id ?? '0';
}

async function allowedPlaces(trx: Trx, account: Account): Promise<SignInSite[]> {
  const own = [account.homeSite, ...account.associatedSites];
  const { rows } = await sql<Place>`
    select d.id as "departId", d.depart_name as "departName", case when d.depart_type = 'site' then d.id end as "siteId",
      (${account.identity} = '1' or d.id = any(${own}::bigint[])) as "isAllowed"
    from base_site d where d.status = '1' and d.depart_type in ('site', 'company')
    order by d.depart_type = 'company' desc, d.order_num, d.id`.execute(trx);
  return rows.filter(({ isAllowed }) => isAllowed);
}

async function lastUsed(trx: Trx, userId: string): Promise<string | null> {
  const { rows } = await sql<{ siteId: string }>`
    select site_id as "siteId" from system_session where user_id = ${userId} order by last_seen_at desc, id desc limit 1`.execute(
    trx,
  );
  return rows[0]?.siteId ?? null;
}
