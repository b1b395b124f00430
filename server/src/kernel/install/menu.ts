import { type MenuRow, menuRows } from '@millwright/contract/menu';
import { sql } from 'kysely';
import type { Trx } from '../database/transaction.ts';
import { insertRows, neverInstalled } from './installed.ts';

/** Adds menu rows whose pages this release brings and gives their keys; rows below a deleted parent stay away. */
export async function installMenu(trx: Trx): Promise<ReadonlySet<string>> {
  const ready = menuRows.filter((row) => row.ready);
  const fresh = await neverInstalled(
    trx,
    'menu',
    ready.map(({ key }) => key),
  );
  const levels = byLevel(ready.filter(({ key }) => fresh.has(key)));
  for (const level of levels) {
    const ids = await menuIds(trx);
    const placeable = level.filter(({ parentKey }) => parentKey === null || ids.has(parentKey));
    await insertRows(
      trx,
      'system_menu',
      placeable.map((row) => columnsOf(row, ids)),
    );
  }
  return fresh;
}

/** Ids of the delivered menu rows by their keys. */
export async function menuIds(trx: Trx): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; key: string }>`
    select id, product_key as key from system_menu where product_key is not null`.execute(trx);
  return new Map(rows.map(({ id, key }) => [key, id]));
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

function columnsOf(row: MenuRow, ids: ReadonlyMap<string, string>): Record<string, unknown> {
  return {
    parent_id: row.parentKey === null ? null : ids.get(row.parentKey),
    menu_type: row.menuType,
    title_zh: row.title.zh,
    title_en: row.title.en,
    name: row.name,
    path: row.path,
    component: row.component,
    icon: row.icon,
    order_num: row.orderNum,
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
