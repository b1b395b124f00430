import { sql } from 'kysely';
import type { Pool } from '../kernel/database/pool.ts';
import { inScope } from '../kernel/database/transaction.ts';
import { calendarOf } from './calendar.ts';
import { company } from './company-data.ts';
import { loadAlarms } from './load-alarms.ts';
import { loadBoards } from './load-boards.ts';
import { loadBase } from './load-base.ts';
import { type DemoCompany, loadCompany } from './load-company.ts';
import { loadInstructions } from './load-instructions.ts';
import { loadLogs } from './load-logs.ts';
import { loadNotices } from './load-notices.ts';
import { loadStates } from './load-states.ts';
import { loadShopLogs } from './load-shop-logs.ts';
import { loadErpOrders } from './load-erp-orders.ts';
import { loadOrders } from './load-orders.ts';
import { loadPictures } from './load-pictures.ts';
import { type DemoWriter, writerIn } from './writer.ts';

/** Name and code of the demo's company, for the installation of the product that goes before. */
export const demoCompany = {
  departName: company.name,
  departNameEn: company.nameEn,
  institutionCode: company.code,
};

/** Whether a database may take the demo: the product is installed, nobody has signed in or made a site yet. */
export async function mayLoadDemo(pool: Pool): Promise<boolean> {
  const found = await inScope(pool, { site: '*', readOnly: true }, (trx) =>
    sql`select from base_site where depart_type <> 'company' union all select from system_session limit 1`.execute(
      trx,
    ),
  );
  return found.rows.length === 0;
}

/**
 * Loads the demo company into a database with the product installed, whole or not at all. Everybody gets the
 * password of `admin`. The same `now` gives the same company; dates are relative to it.
 */
export async function loadDemo(pool: Pool, now = new Date()): Promise<void> {
  const calendar = calendarOf(now);
  const admin = await adminId(pool);
  await inScope(pool, { site: '*', user: admin, timeoutMs: 120_000 }, async (trx) => {
    const writer = writerIn(trx, admin);
    const made: DemoCompany = await loadCompany(writer, calendar);
    const base = await loadBase(writer, calendar, made);
    await loadPictures(writer, base.productIds);
    await loadOrders(writer, calendar, made, base);
    await loadErpOrders(writer, calendar, made);
    await loadAlarms(writer, calendar);
    await loadNotices(writer, calendar, made);
    await loadBoards(writer, calendar, made, base);
    await loadInstructions(writer, calendar, made);
    await loadPreferences(writer, made);
    await loadLogs(writer, calendar, made);
    await loadStates(writer, calendar);
    await loadShopLogs(writer, calendar);
  });
}

async function adminId(pool: Pool): Promise<string> {
  const found = await inScope(pool, { site: '*', readOnly: true }, (trx) =>
    sql<{ id: string }>`select id from "system_user" where username = 'admin'`.execute(trx),
  );
  const [admin] = found.rows;
  if (!admin)
    throw new Error('The demo needs the product installed first: there is no account admin.');
  return admin.id;
}

/** The planner of Ningbo has starred five pages. */
async function loadPreferences(writer: DemoWriter, { userIds }: DemoCompany): Promise<void> {
  await sql`insert into user_preference (user_id, key, value)
    values (${userIds.get('liuyang')}, 'favourites', ${JSON.stringify(FAVOURITES)}::jsonb)`.execute(
    writer.context.sql,
  );
}

const FAVOURITES = [
  '/production/order',
  '/production/plan',
  '/production/workpieceTrace',
  '/inspection/chart',
  '/baseConfig/line',
];
