import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Envelope } from '@millwright/contract/kernel/errors';
import { createApp } from '../app.ts';
import { installProduct } from './bootstrap.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { openListener } from './database/listen.ts';
import { type TestDatabase, testDatabase } from './database/testing.ts';
import { hashPassword } from './password-hash.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Headers of a signed-in person. */
export type Headers = Record<string, string>;

export interface TestSite {
  readonly id: string;
  readonly name: string;
  readonly code: string;
}

export interface TestUser {
  readonly id: string;
  readonly username: string;
  readonly realName: string;
}

/** The whole server on a database of its own; calls go through `app.inject`. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly database: TestDatabase;
  readonly companyId: string;
  /** A site with a code that no other test has. */
  makeSite(): Promise<TestSite>;
  /** An account with the password `PASSWORD`: a built-in role, or a role made of just these tags. Identity 1 without a site. */
  makeUser(
    roleOrTags: string | readonly string[],
    site?: TestSite | null,
    more?: { identity?: '1' | '2' | '3'; customer?: string; associated?: readonly TestSite[] },
  ): Promise<TestUser>;
  /** Signs in (`admin` too) and gives the three headers. */
  signIn(user: string | TestUser, departId?: string): Promise<Headers>;
  /** A person made and signed in at once. */
  as(roleOrTags: string | readonly string[], site?: TestSite | null): Promise<Headers>;
  /** One call; throws when the answer is no envelope. */
  call<T = never>(
    method: Method,
    url: string,
    body?: unknown,
    headers?: Headers,
  ): Promise<Envelope<T> & { headers: Record<string, unknown>; status: number }>;
  close(): Promise<void>;
}

/** Password of every account that `makeUser` makes, and of `admin`. */
export const PASSWORD = 'Zx7-kranich';

/** Starts the server for one test file; close it in `afterAll`. */
export async function testApp(): Promise<TestApp> {
  const database = await testDatabase();
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'millwright-app-'));
  const installed = await installProduct(database.app, {
    adminPassword: PASSWORD,
    mustChangePassword: false,
  });
  const listener = await openListener(database.ownerConnection);
  const app = await createApp(configFor(dataFolder), databaseOf(database, listener));
  await app.ready();
  const hash = await hashPassword(PASSWORD);
  const call = callOn(app);
  const test: TestApp = {
    app,
    database,
    companyId: installed.companyId,
    makeSite: () => makeSite(database, installed.companyId),
    makeUser: (roleOrTags, site, more = {}) =>
      makeUser(database, installed.companyId, hash, roleOrTags, site ?? null, more),
    signIn: (user, departId) =>
      signIn(call, typeof user === 'string' ? user : user.username, departId),
    as: async (roleOrTags, site) => test.signIn(await test.makeUser(roleOrTags, site)),
    call,
    async close() {
      await app.close();
      await listener.close();
      await database.close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
  return test;
}

function configFor(dataFolder: string): Config {
  return {
    host: '127.0.0.1',
    port: 0,
    dataFolder,
    databaseUrl: null,
    databaseAppUrl: null,
    adminPassword: null,
    demo: false,
    logLevel: process.env.LOG_LEVEL === 'debug' ? 'debug' : 'error',
    trustedProxy: [],
    mqtt: { port: null, isUsualPort: false, url: null, share: 'millwright' },
    metricsToken: null,
  };
}

function databaseOf(test: TestDatabase, listener: Database['listener']): Database {
  return {
    pool: test.app,
    listener,
    owner: test.ownerConnection,
    app: test.appConnection,
    isEmbedded: true,
    migrated: [],
    close: async () => undefined,
  };
}

/** The process takes ten sign-ins a second; a test file that asks for more waits. */
async function signIn(
  call: TestApp['call'],
  username: string,
  departId: string | undefined,
): Promise<Headers> {
  const tryOnce = () =>
    call<{ userTokenMsg: { access_token: string; sub: string; code: string } }>(
      'POST',
      '/api/user/auth/login',
      { username, password: PASSWORD, departId },
    );
  let answer = await tryOnce();
  for (let count = 0; answer.code === 429 && count < 20; count += 1) {
    await sleep(200);
    answer = await tryOnce();
  }
  if (answer.code !== 0) throw new Error(`Sign-in of ${username}: ${answer.code} ${answer.msg}`);
  const { access_token: token, sub, code } = answer.data.userTokenMsg;
  return { jwt_token: token, sub, code };
}

function callOn(app: FastifyInstance): TestApp['call'] {
  return async (method, url, body, headers = {}) => {
    const options: InjectOptions = { method, url, headers };
    if (body !== undefined) options.payload = body as object;
    const response = await app.inject(options);
    const envelope = JSON.parse(
      response.body === '' ? '{"code":0,"msg":"","data":null}' : response.body,
    ) as Envelope<never>;
    if (typeof envelope.code !== 'number')
      throw new Error(`No envelope: ${response.statusCode} ${response.body.slice(0, 200)}`);
    return { ...envelope, headers: response.headers, status: response.statusCode };
  };
}

async function makeSite(database: TestDatabase, companyId: string): Promise<TestSite> {
  const code = `S${randomBytes(4).toString('hex').toUpperCase()}`;
  const short = Array.from(randomBytes(6), (byte) => String.fromCharCode(65 + (byte % 26))).join(
    '',
  );
  const { rows } = await database.owner.query<{ id: string }>(
    `insert into base_site (parent_id, depart_name, depart_type, institution_code, short_code, order_num)
     values ($1, $2, 'site', $3, $4, 10) returning id`,
    [companyId, `厂区${code}`, code, short],
  );
  return { id: rows[0]?.id ?? '', name: `厂区${code}`, code };
}

async function makeUser(
  database: TestDatabase,
  companyId: string,
  hash: string,
  roleOrTags: string | readonly string[],
  site: TestSite | null,
  more: { identity?: '1' | '2' | '3'; customer?: string; associated?: readonly TestSite[] },
): Promise<TestUser> {
  const username = `u${randomBytes(5).toString('hex')}`;
  const roleId =
    typeof roleOrTags === 'string'
      ? await roleByKey(database, roleOrTags)
      : await roleOfTags(database, roleOrTags);
  const home = site?.id ?? companyId;
  const { rows } = await database.owner.query<{ id: string }>(
    `insert into "system_user" (site_id, username, account, real_name, home_site, associated_sites, user_identity, customer_type, customer, role)
     values ($1, $2, $2, $3, $1, $4::bigint[], $5, $6, $7, array[$8::bigint]) returning id`,
    [
      home,
      username,
      `测试${username.slice(1, 5)}`,
      (more.associated ?? []).map(({ id }) => id),
      more.identity ?? (site ? '2' : '1'),
      more.customer ? '1' : null,
      more.customer ?? null,
      roleId,
    ],
  );
  const id = rows[0]?.id ?? '';
  await database.owner.query(
    'insert into user_credential (user_id, password_hash) values ($1, $2)',
    [id, hash],
  );
  return { id, username, realName: `测试${username.slice(1, 5)}` };
}

async function roleByKey(database: TestDatabase, key: string): Promise<string> {
  const { rows } = await database.owner.query<{ id: string }>(
    'select id from system_role where role_key = $1',
    [key],
  );
  if (!rows[0]) throw new Error(`There is no role ${key}`);
  return rows[0].id;
}

/** Makes a role of these tags; a tag whose page this release lacks gets a row of its own. */
async function roleOfTags(database: TestDatabase, tags: readonly string[]): Promise<string> {
  for (const tag of tags) {
    await database.owner.query(
      `insert into system_menu (menu_type, title_zh, title_en, perms) select 'B', $1, $1, $1
       where not exists (select from system_menu where lower(perms) = lower($1))`,
      [tag],
    );
  }
  const key = `r${randomBytes(6).toString('hex')}`;
  const { rows } = await database.owner.query<{ id: string }>(
    `insert into system_role (role_key, role_name, menu_ids)
     select $1, $1, coalesce(jsonb_agg(id::text), '[]') from system_menu where perms = any($2::text[]) returning id`,
    [key, tags],
  );
  return rows[0]?.id ?? '';
}
