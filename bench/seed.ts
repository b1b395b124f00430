import pg from 'pg';
import type { Connection } from '../server/src/kernel/database/connection.ts';
import { hashPassword } from '../server/src/kernel/password-hash.ts';

/** Sites, people and masses of rows that the figures are taken on. */
export interface Seeded {
  /** Site with 10,000 orders and 1,000,000 log rows. */
  readonly siteId: string;
  /** Site with 100,000 orders to export. */
  readonly exportSiteId: string;
  /** Accounts of the first site, and one of the second. */
  readonly usernames: readonly string[];
  readonly exporter: string;
}

export const PASSWORD = 'bench-kranich-7';

/** So many that 50 calls a second for each, where the limiter begins to refuse, are more than any part can send. */
const PEOPLE = 192;

/** Fills an installed, otherwise empty database through the owner's connection; `logs` rows of the operate log. */
export async function seed(owner: Connection, logs: number): Promise<Seeded> {
  const client = new pg.Client({ ...owner, statement_timeout: 0 });
  await client.connect();
  try {
    await client.query('set synchronous_commit = off');
    const siteId = await makeSite(client, 'BENCH');
    const exportSiteId = await makeSite(client, 'EXPORT');
    const usernames = await makePeople(client, siteId, 'bench', PEOPLE);
    const [exporter = ''] = await makePeople(client, exportSiteId, 'export', 1);
    await makeOrders(client, siteId, 10_000);
    await makeOrders(client, exportSiteId, 100_000);
    await makeLogs(client, siteId, logs);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
    return { siteId, exportSiteId, usernames, exporter };
  } finally {
    await client.end();
  }
}

/** Place of a log row in the order of its list, to begin a page there without skipping. */
export async function logPlace(
  owner: Connection,
  siteId: string,
  skipped: number,
): Promise<{ at: string; id: string }> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const { rows } = await client.query<{ at: Date; id: string }>(
      `select at, id from log_operate where site_id = $1 and status = '0' order by at desc, id desc offset $2 limit 1`,
      [siteId, skipped],
    );
    return { at: rows[0]?.at.toISOString() ?? '', id: rows[0]?.id ?? '' };
  } finally {
    await client.end();
  }
}

async function makeSite(client: pg.Client, code: string): Promise<string> {
  // What is measured is the export itself, not the queue in which exports of more than 20,000 rows stand.
  await client.query(`update system_setting set value = '100000' where key = 'export.maxRows'`);
  const { rows } = await client.query<{ id: string }>(
    `insert into base_site (parent_id, depart_name, depart_type, institution_code, short_code, order_num)
     select id, $1, 'site', $1, substr($1, 1, 4), 10 from base_site where depart_type = 'company' returning id`,
    [code],
  );
  return rows[0]?.id ?? '';
}

async function makePeople(
  client: pg.Client,
  siteId: string,
  prefix: string,
  count: number,
): Promise<string[]> {
  const { rows } = await client.query<{ username: string }>(
    `with made as (
       insert into "system_user" (site_id, username, account, real_name, home_site, user_identity, role)
       select $1::bigint, $2::text || n, $2::text || n, 'Bench ' || n, $1::bigint, '2', array[r.id]
       from generate_series(1, $3::int) n, system_role r where r.role_key = 'super_admin'
       returning id, username),
     secret as (insert into user_credential (user_id, password_hash) select id, $4 from made)
     select username from made`,
    [siteId, prefix, count, await hashPassword(PASSWORD)],
  );
  return rows.map(({ username }) => username);
}

/** Orders of fourteen products on six lines, over a year, in all states. */
async function makeOrders(client: pg.Client, siteId: string, count: number): Promise<void> {
  await client.query(
    `insert into base_product (site_id, category, material_code, product_name, standard_beat, status)
     select $1, 'wheel', 'W' || n, n || '寸锻造轮', 60, '1' from generate_series(18, 31) n`,
    [siteId],
  );
  await client.query(
    `insert into base_line (site_id, code, name, status) select $1, 'L0' || n, '机加线' || n, '1' from generate_series(1, 6) n`,
    [siteId],
  );
  await client.query(
    `insert into production_order (site_id, order_code, order_name, order_type, product_id, material_code, quantity,
       priority, line_ids, plan_start_time, plan_end_time, due_date, state, output_qty, good_qty, progress, create_time)
     select $1, 'BE-MO-' || lpad(n::text, 6, '0'), '18寸锻造轮-星驰 ' || n, 'mass', p.ids[1 + n % 14], 'W' || (18 + n % 14),
       100 + n % 3000, (1 + n % 4)::text, array[l.ids[1 + n % 6]], now() + make_interval(hours => n % 700),
       now() + make_interval(hours => 100 + n % 700), current_date + (5 + n % 40),
       (array['draft','released','running','paused','completed','closed','cancelled'])[1 + n % 7],
       n % 100, n % 90, n % 100, now() - make_interval(mins => n)
     from generate_series(1, $2) n,
       (select array_agg(id) ids from base_product where site_id = $1) p,
       (select array_agg(id) ids from base_line where site_id = $1) l`,
    [siteId, count],
  );
}

/** Sixty days of the operate log; 98 of 100 rows went well. */
async function makeLogs(client: pg.Client, siteId: string, count: number): Promise<void> {
  await client.query(
    `insert into log_operate (site_id, at, module, business_type, status, request_method, url, cost_time, operator,
       depart_name, host, location, request_id)
     select $1, now() - make_interval(secs => ($2 - n) * 5.184), (array['生产订单','产品','产线','工位'])[1 + n % 4],
       '1', case when n % 50 = 0 then '1' else '0' end, 'POST', '/api/production/orders', n % 40,
       'liuyang', 'BENCH', '10.0.0.' || n % 200, 'intranet', 'r' || n
     from generate_series(1, $2) n`,
    [siteId, count],
  );
}
