import { callsOf, fillPath } from '@millwright/contract/kernel/calls';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { Envelope } from '@millwright/contract/kernel/errors';
import type { RefField } from '@millwright/contract/kinds/ref';
import { entityOf } from '@millwright/contract/registry';
import { draftFor, type Target, valueFor, type Wanted } from './kernel/drafts.testing.ts';
import type { Route } from './kernel/http/route.ts';
import type { Headers, TestApp, TestSite } from './kernel/testing.ts';
import { forgedFields, type Reference, withReference } from './matrix-references.testing.ts';
import { allRoutes } from './routes.ts';

export const OPERATIONS = [
  'list',
  'figures',
  'get',
  'create',
  'update',
  'remove',
  'export',
  'importTemplate',
  'importRead',
  'import',
  'history',
] as const;
export type MatrixOperation = (typeof OPERATIONS)[number];

export type MatrixRow = Record<string, unknown> & {
  id: string;
  siteId: string | null;
  revision: number;
};
export type MatrixAnswer<T = unknown> = Envelope<T> & { status: number };

export interface MatrixCall {
  readonly headers?: Headers;
  /** Row or id that the path speaks of; an id that is nobody's unless given. */
  readonly row?: MatrixRow;
  readonly id?: string;
  readonly body?: Record<string, unknown>;
}

/** Calls of declared entities by their operation. */
export interface Matrix {
  has(entity: AnyEntity, operation: MatrixOperation): boolean;
  tagOf(entity: AnyEntity, operation: MatrixOperation): string;
  call<T = unknown>(
    entity: AnyEntity,
    operation: MatrixOperation,
    call: MatrixCall,
  ): Promise<MatrixAnswer<T>>;
  /** One call of every action of the entity to a row. */
  actions(entity: AnyEntity, headers: Headers, row: MatrixRow): Promise<MatrixAnswer[]>;
  /** A valid draft whose references are rows of the site. */
  draft(
    entity: AnyEntity,
    headers: Headers,
    site: TestSite,
    wanted?: Wanted,
  ): Promise<Record<string, unknown>>;
  /** A stored row on a site, as the answer of its creation. */
  make(entity: AnyEntity, headers: Headers, site: TestSite, more?: Wanted): Promise<MatrixRow>;
  /** A valid draft of the site but for one reference, which points at a row of another. */
  draftAcross(
    entity: AnyEntity,
    headers: Headers,
    reference: Reference,
    here: TestSite,
    there: TestSite,
  ): Promise<Record<string, unknown>>;
  /** Id of a row of the site that a reference may point at. */
  makeTarget(field: RefField, headers: Headers, site: TestSite): Promise<string>;
  listIds(entity: AnyEntity, headers: Headers): Promise<string[]>;
  /** Whether a row is one of the site alone, and not of the whole company. */
  belongsTo(entity: AnyEntity, row: MatrixRow, site: TestSite): boolean;
  /** What a client may not set: ids, authors, times and all that is computed. */
  forged(entity: AnyEntity): Record<string, unknown>;
}

/** The calls and rows of all entities on a running server. */
export function openMatrix(test: TestApp): Matrix {
  const routes = new Map(allRoutes(test.app.services).map((route) => [shapeOf(route), route]));
  const routeOf = (entity: AnyEntity, operation: MatrixOperation) =>
    routes.get(shapeOf(callsOf(entity)[operation]));
  const call = caller(test);
  return {
    has: (entity, operation) => routeOf(entity, operation) !== undefined,
    tagOf: (entity, operation) => routeOf(entity, operation)?.tag ?? '',
    call,
    async actions(entity, headers, row) {
      const body = { revision: row.revision, reason: '别厂' };
      return inTurn(actionRoutesOf(entity, routes), ({ path }) =>
        patient(() => callOf(test, 'POST', fillPath(path, { id: row.id }), body, headers)),
      );
    },
    ...maker(test, call),
    async listIds(entity, headers) {
      const url = `${callsOf(entity).list.path}?page=1&limit=200&sort=id&order=DESC`;
      const answer = await patient(() => callOf<IdList>(test, 'GET', url, undefined, headers));
      return answer.data.list.map(({ id }) => id);
    },
    belongsTo: (entity, row, site) => entity.scope !== 'log' && row.siteId === site.id,
    forged: forgedFields,
  };
}

interface IdList {
  list: { id: string }[];
}

function caller(test: TestApp): Matrix['call'] {
  return async (entity, operation, { headers, row, id, body }) => {
    const { method, path } = callsOf(entity)[operation];
    const rowId = row?.id ?? id ?? '999999999999999999';
    const username = typeof row?.username === 'string' ? row.username : 'nobody';
    const url = fillPath(path, { id: rowId, ids: rowId, username });
    const sent = operation === 'update' ? { id: rowId, ...body } : (body ?? {});
    const payload = method === 'GET' ? undefined : sent;
    return patient(() => callOf<never>(test, method, url, payload, headers));
  };
}

/** Makes drafts and rows; what a row refers to is made before it. */
function maker(
  test: TestApp,
  call: Matrix['call'],
): Pick<Matrix, 'draft' | 'make' | 'makeTarget' | 'draftAcross'> {
  let counter = 100;
  const targetOn =
    (headers: Headers, site: TestSite): Target =>
    (field) =>
      made.makeTarget(field, headers, site);
  const made: Pick<Matrix, 'draft' | 'make' | 'makeTarget' | 'draftAcross'> = {
    draft(entity, headers, site, wanted = {}) {
      const place = entity.scope === 'site' ? { siteId: site.id } : {};
      counter += 1;
      return draftFor(entity, counter, targetOn(headers, site), { ...place, ...wanted });
    },
    async make(entity, headers, site, more = {}) {
      const draft = { ...(await made.draft(entity, headers, site)), ...more };
      return createPatiently(call, entity, headers, draft, targetOn(headers, site));
    },
    async makeTarget(field, headers, site) {
      if (field.target === 'base/site') return site.id;
      if (field.target === 'system/user') return (await test.makeUser(['home:data:list'], site)).id;
      if (field.target === 'system/role') return oneRole(test);
      return (await made.make(entityOf(field.target), headers, site, firstOf(field.where))).id;
    },
    async draftAcross(entity, headers, reference, here, there) {
      const foreign = await made.makeTarget(reference.field, headers, there);
      const own = await made.draft(entity, headers, here);
      const { rows } = reference;
      const fresh = rows ? await valueFor(rows.field, 1, targetOn(headers, here)) : null;
      return withReference(own, reference, rows ? (own[rows.name] ?? fresh) : null, foreign);
    },
  };
  return made;
}

/** Creates a row; what only the module asks for is filled in and sent again. */
async function createPatiently(
  call: Matrix['call'],
  entity: AnyEntity,
  headers: Headers,
  draft: Record<string, unknown>,
  target: Target,
): Promise<MatrixRow> {
  const body = { ...draft };
  for (let round = 0; ; round += 1) {
    const answer = await call<MatrixRow>(entity, 'create', { headers, body });
    if (answer.code === 0) return answer.data;
    const asked = askedOf(answer);
    if (round > 3 || asked.length === 0) {
      const told = `${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`;
      throw new Error(`${entity.name} cannot be made: ${told} from ${JSON.stringify(body)}`);
    }
    for (const name of asked) {
      const field = entity.fields[name];
      if (field) body[name] = await valueFor(field, round + 500, target);
    }
  }
}

/** A value for each condition of a reference. */
function firstOf(where: RefField['where']): Wanted {
  const pairs = Object.entries(where ?? {});
  return Object.fromEntries(pairs.map(([name, value]) => [name, [value].flat()[0]]));
}

function actionRoutesOf(entity: AnyEntity, routes: ReadonlyMap<string, Route>): Route[] {
  return Object.keys(entity.actions).flatMap(
    (name) =>
      routes.get(shapeOf({ method: 'POST', path: `${entity.path}/:id/actions/${name}` })) ?? [],
  );
}

function shapeOf({ method, path }: { method: string; path: string }): string {
  return `${method} ${path.replaceAll(/:\w+/g, ':')}`;
}

/** Fields that a refused draft lacks, or that another row has taken: made-up texts may meet. */
function askedOf({ code, data }: MatrixAnswer): string[] {
  const { key, fields = [] } = data as { key?: string; fields?: string[] };
  if (key === 'row.duplicate') return fields;
  if (code !== 422) return [];
  const { errors = [] } = data as { errors?: { field: string }[] };
  return errors.map(({ field }) => field.split('.')[0] ?? '');
}

/** A call whose answer may be a file: then the code follows the status and the data is its text. */
async function callOf<T>(
  test: TestApp,
  method: string,
  url: string,
  body: unknown,
  headers: Headers = {},
): Promise<MatrixAnswer<T>> {
  const response = await test.app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(body === undefined ? {} : { payload: body as object }),
  });
  const isJson = String(response.headers['content-type']).includes('json');
  const answer = isJson
    ? (JSON.parse(response.body) as Envelope<T>)
    : { code: response.statusCode === 200 ? 0 : 500, msg: '', data: response.body as T };
  return { ...answer, status: response.statusCode } as MatrixAnswer<T>;
}

/** Nobody may call as fast as these tests do; a refusal for that reason is tried again. */
export async function patient<T>(run: () => Promise<MatrixAnswer<T>>): Promise<MatrixAnswer<T>> {
  for (;;) {
    const answer = await run();
    if (answer.code !== 429) return answer;
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

async function oneRole(test: TestApp): Promise<string> {
  const { rows } = await test.database.owner.query<{ id: string }>(
    `select id from system_role where role_key = 'operator'`,
  );
  return rows[0]?.id ?? '';
}
