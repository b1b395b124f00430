import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { procedure } from '@millwright/contract/base/procedure';
import { product } from '@millwright/contract/base/product';
import { entities } from '@millwright/contract/registry';
import type { Behaviour } from '../../kernel/behaviour.ts';
import type { Context, RecordedChange, Session } from '../../kernel/context.ts';
import { testDatabase } from '../../kernel/database/testing.ts';
import { inScope } from '../../kernel/database/transaction.ts';
import { entityRoutes } from '../../kernel/entity-routes.ts';
import type { CallInput, Route } from '../../kernel/http/route.ts';
import { installDictionaries } from '../../kernel/install/dictionaries.ts';
import { Refused } from '../../kernel/refuse.ts';
import { createStore } from '../../kernel/store/store.ts';

type Json = Record<string, unknown>;

/** What a call gave: its data, or the refusal with the keys of its problems. */
export interface Outcome {
  data: Json;
  key: string | null;
  problems: string[];
  args: Json;
}

export interface Bench {
  readonly records: RecordedChange[];
  /** A site of its own, with a person who may do everything there. */
  site(prefix: string): Promise<Session>;
  /** Runs the route of a path the way the server does: one transaction in the session's scope. */
  call(session: Session, method: Route['method'], path: string, sent?: Json): Promise<Outcome>;
  /** The row that a creating call answered; a refusal fails the test. */
  make(
    session: Session,
    path: string,
    body: Json,
  ): Promise<Json & { id: string; revision: number }>;
  inside<T>(session: Session, work: (context: Context) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A migrated database with its dictionaries and the routes of the modules given. */
export async function openBench(modules: readonly Behaviour[]): Promise<Bench> {
  const database = await testDatabase();
  const records: RecordedChange[] = [];
  const routes = entities.flatMap((entity: AnyEntity) =>
    entityRoutes(
      entity,
      modules.find((module) => module.entity === entity),
    ),
  );
  await inScope(database.app, { site: '*' }, installDictionaries);
  const inside = <T>(session: Session, work: (context: Context) => Promise<T>): Promise<T> => {
    const scope = { site: session.identity === 1 ? '*' : session.siteId, user: session.userId };
    return inScope(database.app, scope, (sql) => work(contextOf(session, sql, records)));
  };
  const call = callOn(routes, inside);
  return {
    records,
    call,
    inside,
    make: async (session, path, body) => {
      const { data, key, problems } = await call(session, 'POST', path, body);
      if (key !== null) throw new Error(`${path} refused: ${key} ${problems.join(' ')}`);
      return data as Json & { id: string; revision: number };
    },
    site: async (prefix) => {
      const made = await database.owner.query<{ id: string }>(
        `insert into base_site (depart_name, depart_type, institution_code, short_code) values ($1, 'site', $1, $1) returning id`,
        [prefix],
      );
      return sessionAt(made.rows[0]?.id ?? '');
    },
    close: () => database.close(),
  };
}

/** Finds the route of a call; a refusal is an answer like any other. */
function callOn(routes: readonly Route[], inside: Bench['inside']): Bench['call'] {
  return async (session, method, path, sent = {}) => {
    const { route, params } = find(routes, method, path);
    const input = {
      params,
      query: method === 'GET' ? sent : {},
      body: sent,
    } as unknown as CallInput;
    try {
      return {
        data: (await inside(session, (context) => route.handle(context, input))) as Json,
        key: null,
        problems: [],
        args: {},
      };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return {
        data: error.data,
        key: error.refusal.key,
        problems: error.problems.map(({ key }) => key),
        args: { ...error.args, ...error.problems[0]?.args },
      };
    }
  };
}

/** The least that a product needs. */
export function productDraft(materialCode: string): Json {
  return { category: 'wheel', materialCode, productName: materialCode, standardBeat: '145' };
}

/** Procedures by code, and a product with a route over them that is in effect. */
export async function makeProduct(
  bench: Bench,
  session: Session,
  code: string,
  procedures: readonly Json[],
): Promise<Json & { id: string }> {
  const made = await bench.make(session, product.path, {
    ...productDraft(code),
    productName: `轮 ${code}`,
  });
  const steps = procedures.map(({ id }) => ({ procedureId: id }));
  const version = await bench.make(session, `${product.path}/${made.id}/routes`, { steps });
  await bench.make(session, `/api/base/routes/${version.id}/actions/effect`, {
    revision: version.revision,
  });
  return made;
}

export function makeProcedure(bench: Bench, session: Session, code: string, more: Json = {}) {
  return bench.make(session, procedure.path, {
    procedureCode: code,
    procedureName: code,
    procedureType: 'machine',
    ...more,
  });
}

function sessionAt(siteId: string): Session {
  return {
    sessionId: null,
    userId: '1',
    username: 'liuyang',
    realName: '刘洋',
    identity: 2,
    siteId,
    homeSiteId: siteId,
    customer: null,
    permissions: new Set(['*:*:*']),
    dataScope: '1',
    locale: 'zh_CN',
    timeZone: 'Asia/Shanghai',
    requestId: 'test',
    host: '127.0.0.1',
  };
}

function contextOf(session: Session, sql: Context['sql'], records: RecordedChange[]): Context {
  const context: Context = {
    session,
    sql,
    store: (entity) => createStore(context, entity),
    afterCommit: () => undefined,
    record: (change) => void records.push(change),
  };
  return context;
}

/** Paths of fixed words win over those with places, as in the server's router. */
function find(
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; params: Record<string, string> } {
  const parts = path.split('/');
  const fits = routes
    .filter((route) => route.method === method && route.path.split('/').length === parts.length)
    .filter((route) =>
      route.path.split('/').every((part, index) => part.startsWith(':') || part === parts[index]),
    )
    .sort((a, b) => a.path.split(':').length - b.path.split(':').length);
  const [route] = fits;
  if (!route) throw new Error(`No route ${method} ${path}`);
  const params = route.path
    .split('/')
    .flatMap((part, index): [string, string][] =>
      part.startsWith(':') ? [[part.slice(1), parts[index] ?? '']] : [],
    );
  return { route, params: Object.fromEntries(params) };
}
