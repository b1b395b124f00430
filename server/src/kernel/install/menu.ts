import { type MenuRow, menuRows } from '@millwright/contract/menu';
import { sql } from 'kysely';
import type { Trx } from '../database/transaction.ts';
import { insertRows, neverInstalled } from './installed.ts';
import { type Added, placeAmong, type Standing } from './menu-order.ts';

/**
 * Adds menu rows whose pages this release brings; rows below a deleted parent stay away. Says whether there were any.
 */
export async function installMenu(trx: Trx): Promise<boolean> {
  const ready = menuRows.filter((row) => row.ready);
  const fresh = await neverInstalled(
    trx,
    'menu',
    ready.map(({ key }) => key),
  );
  for (const level of byLevel(ready.filter(({ key }) => fresh.has(key))))
    await addLevel(trx, level);
  return fresh.size > 0;
}

/** Ids of the delivered menu rows by their keys. */
export async function menuIds(trx: Trx): Promise<Map<string, string>> {
  return idsOf(await standingRows(trx));
}

/** Parents before children. */
function byLevel(rows: readonly MenuRow[]): MenuRow[][] {
  const parentOf = new Map(menuRows.map(({ key, parentKey }) => [key, parentKey]));
  const depth = (key: string | null): number =>
    key === null ? 0 : 1 + depth(parentOf.get(key) ?? null);
  const levels: MenuRow[][] = [];
  for (const row of rows) (levels[depth(row.parentKey)] ??= []).push(row);
  return levels.filter(Boolean);
}

/** Rows that stand equally deep. */
async function addLevel(trx: Trx, level: readonly MenuRow[]): Promise<void> {
  const standing = await standingRows(trx);
  const ids = idsOf(standing);
  const added = level.flatMap((row): Added[] => {
    const parentId = row.parentKey === null ? null : ids.get(row.parentKey);
    return parentId === undefined ? [] : [{ row, parentId }];
  });
  const { numbers, moved } = placeAmong(standing, added);
  await insertRows(
    trx,
    'system_menu',
    added.map((one) => columnsOf(one, numbers.get(one.row.key) ?? one.row.orderNum)),
  );
  if (moved.length > 0)
    await sql`update system_menu m set order_num = w.order_num, revision = m.revision + 1
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) w(id bigint, order_num integer)
      where m.id = w.id`.execute(trx);
}

async function standingRows(trx: Trx): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select id, product_key as key, parent_id as "parentId", order_num as "orderNum"
    from system_menu order by order_num, id`.execute(trx);
  return rows;
}

function idsOf(standing: readonly Standing[]): Map<string, string> {
  return new Map(standing.flatMap(({ id, key }) => (key === null ? [] : [[key, id]])));
}

function columnsOf({ row, parentId }: Added, orderNum: number): Record<string, unknown> {
  return {
    parent_id: parentId,
    menu_type: row.menuType,
    title_zh: row.title.zh,
    title_en: row.title.en,
    name: row.name,
    path: row.path,
    component: row.component,
    icon: row.icon,
    order_num: orderNum,
    perms: row.perms,
    group: row.group,
    redirect: row.redirect,
    active_menu: row.activeMenu,
    hidden: row.hidden,
    always_show: row.alwaysShow,
    no_cache: row.noCache,
    affix: row.affix,
    breadcrumb: row.breadcrumb,
    status: '1',
    product_key: row.key,
  };
}
