import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { installProduct } from '../bootstrap.ts';
import { testDatabase, type TestDatabase } from '../database/testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await install();
});
afterAll(() => database.close());

const TAG = 'production:order:complete';
const OTHER = 'production:order:pause';

beforeEach(async () => {
  await install();
  await tick('planner', TAG);
  await tick('planner', OTHER);
});

it('hands out what a release grants to a role for the first time, and tells every process', async () => {
  await untick('planner', TAG);
  await forget(`kind = 'grant' and key = 'planner ${TAG}'`);
  const before = await version();
  await install();
  expect(await holds('planner', TAG)).toBe(1);
  expect(await version()).toBe(before + 1);
  await install();
  expect(await holds('planner', TAG)).toBe(1);
  expect(await version()).toBe(before + 1);
});

it('leaves alone what an administrator took away or gave himself', async () => {
  await untick('planner', TAG);
  await tick('warehouse', TAG);
  await install();
  expect(await holds('planner', TAG)).toBe(0);
  await forget(`kind = 'grant' and key = 'planner ${OTHER}'`);
  await install();
  expect(await holds('planner', TAG)).toBe(0);
  expect(await holds('planner', OTHER)).toBe(1);
  expect(await holds('warehouse', TAG)).toBe(1);
});

it('grants a button without the page that was taken away', async () => {
  await untick('planner', TAG);
  await untick('planner', 'production:order:list');
  await forget(`kind = 'grant' and key = 'planner ${TAG}'`);
  await install();
  expect(await holds('planner', TAG)).toBe(1);
  expect(await holds('planner', 'production:order:list')).toBe(0);
  await tick('planner', 'production:order:list');
});

it('reaches roles that nobody changed on a database from before grants were remembered', async () => {
  await untick('planner', TAG);
  await untick('plant_manager', TAG);
  await database.owner.query(
    `update system_role set revision = (role_key = 'plant_manager')::int + 1`,
  );
  await forget(`kind = 'grant'`);
  await install();
  expect(await holds('planner', TAG)).toBe(1);
  expect(await holds('plant_manager', TAG)).toBe(0);
});

it('gives a new menu row to changed roles too, and once when several processes start', async () => {
  await database.owner.query(`update system_role set revision = 2`);
  await forget(`kind = 'grant'`);
  await database.owner.query(`delete from system_menu where perms = $1`, [TAG]);
  await forget(`kind = 'menu' and key = '${TAG}'`);
  await Promise.all([install(), install(), install()]);
  expect(await holds('planner', TAG)).toBe(1);
  expect(await holds('warehouse', TAG)).toBe(0);
});

function install() {
  return installProduct(database.app, { adminPassword: null, mustChangePassword: true });
}

async function forget(what: string): Promise<void> {
  await database.owner.query(`delete from installed_item where ${what}`);
}

/** Ticks as a person does on the roles page. */
async function tick(role: string, tag: string): Promise<void> {
  await database.owner.query(
    `update system_role r set menu_ids = r.menu_ids || to_jsonb(m.id::text), revision = r.revision + 1
     from system_menu m where r.role_key = $1 and m.perms = $2 and not r.menu_ids ? m.id::text`,
    [role, tag],
  );
}

async function untick(role: string, tag: string): Promise<void> {
  await database.owner.query(
    `update system_role r set menu_ids = r.menu_ids - m.id::text, revision = r.revision + 1
     from system_menu m where r.role_key = $1 and m.perms = $2`,
    [role, tag],
  );
}

/** How often the role ticks the tag. */
async function holds(role: string, tag: string): Promise<number> {
  const { rows } = await database.owner.query<{ n: string }>(
    `select count(*) as n from system_role r cross join lateral jsonb_array_elements_text(r.menu_ids) ticked(id)
     join system_menu m on m.id = ticked.id::bigint where r.role_key = $1 and m.perms = $2`,
    [role, tag],
  );
  return Number(rows[0]?.n);
}

async function version(): Promise<number> {
  const { rows } = await database.owner.query<{ value: string }>(
    `select value from version_counter where name = 'permission'`,
  );
  return Number(rows[0]?.value);
}
