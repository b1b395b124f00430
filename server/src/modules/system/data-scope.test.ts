import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Headers,
  testApp,
  type TestApp,
  type TestSite,
  type TestUser,
} from '../../kernel/testing.ts';

const TAGS = [
  ...['list', 'query', 'edit', 'export', 'enable'].map((name) => `system:user:${name}`),
  ...['list', 'kick'].map((name) => `system:session:${name}`),
];
const USERS = '/api/user/account/user';

let test: TestApp;
let site: TestSite;
let admin: Headers;
let lead: TestUser;
/** Own department, one below it, another one. */
let departments: readonly string[];
let mates: readonly TestUser[];
let headers: Headers;

beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  admin = await test.signIn('admin');
  const own = await depart(site.id, '设计部');
  departments = [own, await depart(own, '机械组'), await depart(site.id, '生产部')];
  lead = await test.makeUser(TAGS, site);
  mates = await Promise.all(departments.map(() => test.makeUser(TAGS, site)));
  await place(lead, [own]);
  for (const [index, mate] of mates.entries()) await place(mate, [departments[index] ?? '']);
  headers = await test.signIn(lead);
});
afterAll(() => test.close());

async function depart(parentId: string, name: string): Promise<string> {
  const made = await test.call<{ id: string }>(
    'POST',
    '/api/user/depart',
    {
      parentId,
      departName: name,
      departType: 'department',
      institutionCode: `D${Math.random().toString(36).slice(2, 10)}`,
    },
    admin,
  );
  expect(made, made.msg).toMatchObject({ code: 0 });
  return made.data.id;
}

const rowOf = async (id: string) =>
  (await test.call<{ revision: number }>('GET', `${USERS}/${id}`, undefined, admin)).data;

async function place(person: TestUser, into: readonly string[]): Promise<void> {
  const { revision } = await rowOf(person.id);
  const done = await test.call('PUT', USERS, { id: person.id, revision, departments: into }, admin);
  expect(done, done.msg).toMatchObject({ code: 0 });
}

/** Sets the scope of the lead's only role, and says so to the sessions. */
async function scope(dataScope: string): Promise<void> {
  const { rows } = await test.database.owner.query<{ id: string }>(
    `select r.id from system_role r join "system_user" u on r.id = any(u.role) where u.id = $1`,
    [lead.id],
  );
  const { data } = await test.call<{ revision: number }>(
    'GET',
    `/api/system/roles/${rows[0]?.id}`,
    undefined,
    admin,
  );
  const done = await test.call(
    'PUT',
    `/api/system/roles/${rows[0]?.id}`,
    { revision: data.revision, dataScope },
    admin,
  );
  expect(done, done.msg).toMatchObject({ code: 0 });
}

async function seen(path = USERS): Promise<Set<string>> {
  const { data } = await test.call<{ list: { username: string }[]; total: number }>(
    'GET',
    `${path}?limit=200`,
    undefined,
    headers,
  );
  expect(data.total).toBe(data.list.length);
  return new Set(data.list.map(({ username }) => username));
}

const names = (...people: readonly (TestUser | undefined)[]) =>
  new Set(people.map((one) => one?.username));

it('shows a role of the site all people of the site', async () => {
  await scope('2');
  expect(await seen()).toEqual(names(lead, ...mates));
});

it('shows a role of a department its people and those below it', async () => {
  await scope('3');
  const [first, below, other] = mates;
  expect(await seen()).toEqual(names(lead, first, below));
  const get = (id?: string) => test.call('GET', `${USERS}/${id}`, undefined, headers);
  expect((await get(below?.id)).code).toBe(0);
  expect(await get(other?.id)).toMatchObject({ code: 404, data: { key: 'row.missing' } });
  const disable = (person?: TestUser) =>
    test.call(
      'PUT',
      '/api/user/account/disable/enabled/user',
      { id: person?.id, username: person?.username, status: '0' },
      headers,
    );
  expect(await disable(other)).toMatchObject({ code: 404 });
  const { data } = await test.call<{ neverSignedIn: number }>(
    'GET',
    `${USERS}/figures`,
    undefined,
    headers,
  );
  expect(data.neverSignedIn).toBe(2);
});

it('shows a role of oneself nobody else, on the sessions page neither', async () => {
  await scope('4');
  const [mate] = mates;
  if (!mate) throw new Error('nobody');
  await test.signIn(mate);
  expect(await seen()).toEqual(names(lead));
  expect(await seen('/api/system/sessions')).toEqual(names(lead));
  // He may still name others, as the leader of a line for instance.
  const options = await test.call<{ list: { id: string }[] }>(
    'GET',
    '/api/commons/options?entity=system/user',
    undefined,
    headers,
  );
  expect(options.data.list.map(({ id }) => id)).toContain(mate.id);
  const kick = await test.call<{ ended: number }>(
    'POST',
    '/api/system/sessions/actions/kick',
    { userId: mate.id },
    headers,
  );
  expect(kick.data.ended).toBe(0);
  const sent = await test.app.inject({ method: 'GET', url: `${USERS}/export?format=csv`, headers });
  expect(sent.body).toContain(lead.username);
  expect(sent.body).not.toContain(mate.username);
});

it('takes the widest scope of several roles', async () => {
  await scope('4');
  const wide = await test.makeUser(TAGS, site);
  await test.database.owner.query(
    `update "system_user" set role = role || (select role from "system_user" where id = $1) where id = $2`,
    [wide.id, lead.id],
  );
  headers = await test.signIn(lead);
  expect(await seen()).toEqual(names(lead, wide, ...mates));
});

it('offers the business departments of the home site alone', async () => {
  const other = await test.makeSite();
  const foreign = await depart(other.id, '检验部');
  const offered = async (home: string) =>
    (
      await test.call<{ id: string }[]>(
        'GET',
        `/api/user/account/departments?homeSite=${home}`,
        undefined,
        admin,
      )
    ).data.map(({ id }) => id);
  expect((await offered(site.id)).toSorted()).toEqual([...departments].toSorted());
  expect(await offered(other.id)).toEqual([foreign]);
  expect(await offered('')).toEqual([]);
});

it('refuses business departments of another site than the home site', async () => {
  const other = await test.makeSite();
  const foreign = await depart(other.id, '质量部');
  const { revision } = await rowOf(lead.id);
  expect(
    await test.call('PUT', USERS, { id: lead.id, revision, departments: [foreign] }, admin),
  ).toMatchObject({
    code: 422,
    data: { errors: [{ field: 'departments', key: 'user.departments.otherSite' }] },
  });
  expect(
    await test.call('PUT', USERS, { id: lead.id, revision, homeSite: other.id }, admin),
  ).toMatchObject({ code: 422, data: { errors: [{ field: 'departments' }] } });
});
