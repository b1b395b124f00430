import { afterAll, beforeAll, expect, it } from 'vitest';
import { installProduct } from './bootstrap.ts';
import { testDatabase, type TestDatabase } from './database/testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const install = () =>
  installProduct(database.app, { adminPassword: null, mustChangePassword: true });
const count = async (from: string) =>
  Number(
    (await database.owner.query<{ n: string }>(`select count(*) as n from ${from}`)).rows[0]?.n,
  );

it('installs the product once and keeps what the company changed', async () => {
  const first = await install();
  expect(first.adminPassword).toMatch(/^[A-Za-z2-9]{12}$/);
  expect(await count('system_role where built_in')).toBe(25);
  const tables = [
    'system_menu',
    'system_dict_type',
    'system_dict_item',
    'system_setting',
    'system_role',
    '"system_user"',
    'base_site',
  ];
  const before = await Promise.all(tables.map(count));
  await database.owner.query(
    `update system_menu set title_zh = '我们的首页' where component = 'home'`,
  );
  await database.owner.query(`delete from system_menu where perms = 'system:user:sync'`);
  const second = await install();
  expect(second).toMatchObject({
    adminPassword: null,
    companyId: first.companyId,
    adminId: first.adminId,
  });
  const after = await Promise.all(tables.map(count));
  expect(after).toEqual([(before[0] ?? 0) - 1, ...before.slice(1)]);
  expect(await count(`system_menu where title_zh = '我们的首页'`)).toBe(1);
});

it('renews what the release says about a parameter and keeps its value', async () => {
  const settings = async () =>
    (
      await database.owner.query(
        `select name, name_en, "group", value_type, default_value, is_public from system_setting
         where key = 'session.idleMinutes'`,
      )
    ).rows;
  const before = await settings();
  for (const change of [
    `name = 'x'`,
    `name_en = 'x'`,
    `"group" = 'x'`,
    `value_type = 'string'`,
    `default_value = '1'`,
    'is_public = not is_public',
  ]) {
    await database.owner.query(
      `update system_setting set ${change}, value = '77' where key = 'session.idleMinutes'`,
    );
    await install();
    expect(await settings(), change).toEqual(before);
  }
  expect(await count(`system_setting where key = 'session.idleMinutes' and value = '77'`)).toBe(1);
});

it('brings a new menu row of a release to the roles that should hold it', async () => {
  const tag = 'production:order:release';
  await database.owner.query(`delete from system_menu where perms = $1`, [tag]);
  await database.owner.query(
    `delete from installed_item where (kind = 'menu' and key = $1) or (kind = 'grant' and key like '% ' || $1)`,
    [tag],
  );
  await install();
  const ticked = await database.owner.query<{ key: string }>(
    `select r.role_key as key from system_role r join system_menu m on r.menu_ids ? m.id::text where m.perms = $1`,
    [tag],
  );
  expect(ticked.rows.map(({ key }) => key)).toContain('planner');
});
