import { menuRows } from '@millwright/contract/menu';
import { type BuiltInRole, roles, tagsOf } from '@millwright/contract/roles';
import { sql } from 'kysely';
import type { Trx } from '../database/transaction.ts';
import { insertRows, neverInstalled } from './installed.ts';
import { menuIds } from './menu.ts';

/**
 * Adds roles that were never delivered before, and ticks in the others what a release grants them for the first time,
 * with the English name that they lack; what was granted once and is not ticked any more was taken away. Says whether anybody may do more now.
 */
export async function installRoles(trx: Trx): Promise<boolean> {
  const fresh = await neverInstalled(
    trx,
    'role',
    delivered.map(({ roleKey }) => roleKey),
  );
  const ids = await menuIds(trx);
  await insertRows(
    trx,
    'system_role',
    delivered
      .filter(({ roleKey }) => fresh.has(roleKey))
      .map((role) => ({
        role_key: role.roleKey,
        role_name: role.roleName.zh,
        role_name_en: role.roleName.en,
        data_scope: role.dataScope,
        role_sort: (delivered.indexOf(role) + 1) * 10,
        status: '1',
        menu_ids: ticksOf(role, ids),
        built_in: true,
        remark: role.description.zh.slice(0, 200),
      })),
  );
  await nameInEnglish(trx);
  const granted = await neverInstalled(
    trx,
    'grant',
    delivered.flatMap((role) => grantsOf(role, ids)),
  );
  const known = delivered.filter(({ roleKey }) => !fresh.has(roleKey));
  return (await tickGranted(trx, known, ids, granted)) || fresh.size > 0;
}

/** A role that was given another name has no English one until somebody types it. */
async function nameInEnglish(trx: Trx): Promise<void> {
  const names = delivered.map(({ roleKey, roleName }) => ({ key: roleKey, ...roleName }));
  await sql`update system_role r set role_name_en = n.en
    from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as n(key text, zh text, en text)
    where r.role_key = n.key and r.role_name = n.zh and r.built_in and r.role_name_en is null`.execute(
    trx,
  );
}

/**
 * A database from before grants were remembered does not say whether what a role lacks is new or was taken away. A role
 * that nobody has changed lacks nothing on purpose; to one that was changed, all counts as granted once.
 */
export async function rememberOldGrants(trx: Trx): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    select role_key as key from system_role where built_in and revision > 1
      and not exists (select from installed_item where kind = 'grant')`.execute(trx);
  if (rows.length === 0) return;
  const changed = new Set(rows.map(({ key }) => key));
  const ids = await menuIds(trx);
  await neverInstalled(
    trx,
    'grant',
    delivered.filter(({ roleKey }) => changed.has(roleKey)).flatMap((role) => grantsOf(role, ids)),
  );
}

/** Ids of the menu rows that a role's tags tick, with the rows above them. */
export function ticksOf(role: BuiltInRole, ids: ReadonlyMap<string, string>): string[] {
  const tags = new Set(tagsOf(role));
  return idsOf(
    menuRows.flatMap(({ key, perms }) => (perms !== null && tags.has(perms) ? [key] : [])),
    () => true,
    ids,
  );
}

const delivered = roles.filter(({ site }) => site === undefined);

/** `planner production:order:release` for each tag of the role that the menu of the database holds. */
function grantsOf(role: BuiltInRole, ids: ReadonlyMap<string, string>): string[] {
  return tagsOf(role).flatMap((tag) =>
    ids.has(keyOf.get(tag) ?? '') ? [`${role.roleKey} ${tag}`] : [],
  );
}

async function tickGranted(
  trx: Trx,
  known: readonly BuiltInRole[],
  ids: ReadonlyMap<string, string>,
  granted: ReadonlySet<string>,
): Promise<boolean> {
  const wanted = known.flatMap((role) => {
    const keys = tagsOf(role).flatMap((tag) =>
      granted.has(`${role.roleKey} ${tag}`) ? (keyOf.get(tag) ?? []) : [],
    );
    // A page above a button has a tag of its own, which may have been taken away.
    const ticks = idsOf(keys, (key) => rowOf.get(key)?.perms === null, ids);
    return ticks.length === 0 ? [] : [{ role_key: role.roleKey, ticks }];
  });
  const { numAffectedRows } = await sql`
    update system_role r set revision = r.revision + 1, menu_ids = coalesce(r.menu_ids, '[]') || (
      select jsonb_agg(tick) from jsonb_array_elements(w.ticks) tick where not coalesce(r.menu_ids, '[]') @> tick)
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) w(role_key text, ticks jsonb)
    where r.role_key = w.role_key and r.built_in and not coalesce(r.menu_ids, '[]') @> w.ticks`.execute(
    trx,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

/** Ids of these menu rows and of those above them that are wanted too. */
function idsOf(
  keys: readonly string[],
  isWanted: (key: string) => boolean,
  ids: ReadonlyMap<string, string>,
): string[] {
  const ticked = new Set(keys);
  for (const key of ticked) {
    const above = rowOf.get(key)?.parentKey;
    if (above && isWanted(above)) ticked.add(above);
  }
  return [...ticked].flatMap((key) => ids.get(key) ?? []);
}

const rowOf = new Map(menuRows.map((row) => [row.key, row]));

/** Menu row of a tag. */
const keyOf = new Map(menuRows.flatMap(({ key, perms }) => (perms === null ? [] : [[perms, key]])));
