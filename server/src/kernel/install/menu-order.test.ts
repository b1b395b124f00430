import { afterAll, beforeAll, expect, it } from 'vitest';
import { installProduct } from '../bootstrap.ts';
import { testDatabase, type TestDatabase } from '../database/testing.ts';

let database: TestDatabase;
let fresh: Sibling[];
beforeAll(async () => {
  database = await testDatabase();
  await install();
  fresh = await siblings();
});
afterAll(() => database.close());

it('places a page as on a fresh database, in the middle, in front and at the end', async () => {
  const keys = fresh.map(({ key }) => key);
  const [first, , third, fourth] = keys;
  const last = keys.at(-1);
  for (const missing of [[third], [first], [last], [third, fourth]]) {
    await goBackBefore(missing.map(String));
    await install();
    expect(
      (await siblings()).map(({ key }) => key),
      missing.join(),
    ).toEqual(keys);
  }
});

it('keeps the order that an administrator gave, with the page behind the one declared before it', async () => {
  const keys = fresh.map(({ key }) => key);
  const [first, second, third, ...rest] = keys.map(String);
  await goBackBefore([third ?? '']);
  const moved = [...rest.toReversed(), second, first].map(String);
  for (const [index, key] of moved.entries())
    await database.owner.query(`update system_menu set order_num = $2 where product_key = $1`, [
      key,
      index + 1,
    ]);
  await database.owner.query(
    `insert into system_menu (menu_type, title_zh, title_en, name, path, parent_id, order_num)
     select 'D', '自建', 'Own', 'OwnDirectory', '/own', id, 0 from system_menu where product_key = 'BaseConfig'`,
  );
  await install();
  const expected = [null, ...rest.toReversed(), second, third, first];
  expect((await siblings()).map(({ key }) => key)).toEqual(expected);
});

interface Sibling {
  key: string | null;
  orderNum: number;
}

function install() {
  return installProduct(database.app, { adminPassword: null, mustChangePassword: true });
}

/** The pages of one directory in their order. */
async function siblings(): Promise<Sibling[]> {
  const { rows } = await database.owner.query<Sibling>(
    `select m.product_key as key, m.order_num as "orderNum" from system_menu m join system_menu p on p.id = m.parent_id
     where p.product_key = 'BaseConfig' order by m.order_num, m.id`,
  );
  return rows;
}

/** Makes the directory what a release without these pages had installed. */
async function goBackBefore(keys: readonly string[]): Promise<void> {
  await database.owner.query(
    `with gone as (select id, product_key as key from system_menu where product_key = any($1)),
       buttons as (delete from system_menu where parent_id in (select id from gone) returning product_key as key),
       all_gone as (select key from gone union all select key from buttons)
     delete from installed_item where kind = 'menu' and key in (select key from all_gone)`,
    [keys],
  );
  await database.owner.query(`delete from system_menu where product_key = any($1)`, [keys]);
  const left = fresh.filter(({ key }) => !keys.includes(key ?? ''));
  for (const [index, { key }] of left.entries())
    await database.owner.query(`update system_menu set order_num = $2 where product_key = $1`, [
      key,
      fresh[index]?.orderNum,
    ]);
}
