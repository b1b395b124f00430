import { callsOf, fillPath } from '@millwright/contract/kernel/calls';
import { isWritable } from '@millwright/contract/kernel/check';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { Envelope } from '@millwright/contract/kernel/errors';
import type { AnyField } from '@millwright/contract/kernel/field';
import type { RefField } from '@millwright/contract/kinds/ref';
import type { RowsField } from '@millwright/contract/kinds/rows';
import { entityOf } from '@millwright/contract/registry';
import { draftFor, type Target, valueFor, type Wanted } from './kernel/drafts.testing.ts';
import type { Route } from './kernel/http/route.ts';
import type { Headers, TestApp, TestSite } from './kernel/testing.ts';
import { allRoutes } from './routes.ts';

export const OPERATIONS = [
  'list',
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

export function openMatrix(test: TestApp): Matrix {
  const routes = new Map(allRoutes(test.app.services).map((route) => [shapeOf(route), route]));
  const routeOf = (entity: AnyEntity, operation: MatrixOperation) =>
    routes.get(shapeOf(callsOf(entity)[operation]));
  let counter = 100;

  const call: Matrix['call'] = async (entity, operation, { headers, row, id, body }) => {
    const { method, path } = callsOf(entity)[operation];
    const rowId = row?.id ?? id ?? '999999999999999999';
    const url = fillPath(path, {
      id: rowId,
      ids: rowId,
      username: String(row?.username ?? 'nobody'),
    });
    const sent = operation === 'update' ? { id: rowId, ...body } : body;
    return patient(() =>
      callOf<never>(test, method, url, method === 'GET' ? undefined : (sent ?? {}), headers),
    );
  };

  const targetOn =
    (headers: Headers, site: TestSite): Target =>
    (field) =>
      makeTarget(field, headers, site);

  const draft: Matrix['draft'] = (entity, headers, site, wanted = {}) => {
    const place = entity.scope === 'site' ? { siteId: site.id } : {};
    return draftFor(entity, (counter += 1), targetOn(headers, site), { ...place, ...wanted });
  };

  const make: Matrix['make'] = async (entity, headers, site, more = {}) => {
    let body: Record<string, unknown> = { ...(await draft(entity, headers, site)), ...more };
    for (let round = 0; ; round += 1) {
      const answer = await call<MatrixRow>(entity, 'create', { headers, body });
      if (answer.code === 0) return answer.data;
      const asked = askedOf(answer);
      if (round > 3 || asked.length === 0)
        throw new Error(
          `${entity.name} cannot be made: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)} ${JSON.stringify(body)}`,
        );
      for (const name of asked) {
        const field = entity.fields[name];
        if (field)
          body = { ...body, [name]: await valueFor(field, counter, targetOn(headers, site)) };
      }
    }
  };

  const makeTarget: Matrix['makeTarget'] = async (field, headers, site) => {
    if (field.target === 'base/site') return site.id;
    if (field.target === 'system/user') return (await test.makeUser(['home:data:list'], site)).id;
    if (field.target === 'system/role') return oneRole(test);
    const wanted = Object.fromEntries(
      Object.entries(field.where ?? {}).map(([name, value]) => [name, [value].flat()[0]]),
    );
    return (await make(entityOf(field.target), headers, site, wanted)).id;
  };

  return {
    has: (entity, operation) => routeOf(entity, operation) !== undefined,
    tagOf: (entity, operation) => routeOf(entity, operation)?.tag ?? '',
    call,
    actions: (entity, headers, row) =>
      inTurn(actionRoutesOf(entity, routes), ({ path }) =>
        patient(() =>
          callOf(
            test,
            'POST',
            fillPath(path, { id: row.id }),
            { revision: row.revision, reason: '别厂' },
            headers,
          ),
        ),
      ),
    draft,
    make,
    makeTarget,
    async draftAcross(entity, headers, reference, here, there) {
      const foreign = await makeTarget(reference.field, headers, there);
      const own = await draft(entity, headers, here);
      const children = reference.rows
        ? (own[reference.rows.name] ??
          (await valueFor(reference.rows.field, 1, targetOn(headers, here))))
        : null;
      return withReference(own, reference, children, foreign);
    },
    async listIds(entity, headers) {
      const answer = await patient(() =>
        callOf<{ list: { id: string }[] }>(
          test,
          'GET',
          `${callsOf(entity).list.path}?page=1&limit=200&sort=id&order=DESC`,
          undefined,
          headers,
        ),
      );
      return answer.data.list.map(({ id }) => id);
    },
    belongsTo: (entity, row, site) => entity.scope !== 'log' && row.siteId === site.id,
    forged: forgedFields,
  };
}

/** A place in a draft where an id of another row stands: `productId`, `devices.0.equipmentId`. */
export interface Reference {
  readonly path: string;
  readonly field: RefField;
  /** Child rows that it stands in. */
  readonly rows?: { readonly name: string; readonly field: AnyField; readonly column: string };
}

/** References of an entity's drafts to rows of one site, those of child rows included. */
export function referencesOf(entity: AnyEntity): Reference[] {
  return Object.entries(entity.fields).flatMap(([name, field]) => {
    if (!isWritable(entity, name)) return [];
    if (field.kind.name !== 'rows')
      return isBound(field) ? [{ path: name, field: field as unknown as RefField }] : [];
    const { columns } = field as unknown as RowsField;
    return Object.entries(columns)
      .filter(([, column]) => isBound(column))
      .map(([column, inner]) => ({
        path: `${name}.0.${column}`,
        field: inner as unknown as RefField,
        rows: { name, field, column },
      }));
  });
}

/** A draft with an id put at a reference. */
function withReference(
  draft: Readonly<Record<string, unknown>>,
  { path, field, rows }: Reference,
  children: unknown,
  id: string,
): Record<string, unknown> {
  const value = field.kind.name === 'refs' ? [id] : id;
  if (!rows) return { ...draft, [path]: value };
  const [first, ...rest] = children as Record<string, unknown>[];
  return { ...draft, [rows.name]: [{ ...first, [rows.column]: value }, ...rest] };
}

const FORGED = {
  id: '424242',
  createBy: '424242',
  createTime: '2001-01-01T00:00:00.000Z',
  updateBy: '424242',
  updateTime: '2001-01-01T00:00:00.000Z',
  revision: 77,
  actions: ['remove'],
  shown: { forged: 'x' },
  departName: '伪造',
};

/** References to rows that belong to one site. */
function isBound(field: AnyField): boolean {
  const target = (field as { target?: string }).target;
  return (
    target !== undefined &&
    target !== 'system/role' &&
    (entityOf(target).scope === 'site' || target === 'system/user')
  );
}

function forgedFields(entity: AnyEntity): Record<string, unknown> {
  const computed = Object.entries(entity.fields).filter(
    ([name, field]) =>
      !isWritable(entity, name) && name !== 'siteId' && field.kind.name !== 'shown',
  );
  const system = Object.entries(FORGED).filter(([name]) => !(name in entity.fields));
  return Object.fromEntries([
    ...system,
    ...computed.map(([name, field]) => [name, forgedValue(field)]),
  ]);
}

function forgedValue(field: AnyField): unknown {
  if (field.kind.name === 'integer') return 4242;
  if (field.kind.name === 'decimal') return '42.42';
  if (field.kind.name === 'flag') return field.default !== true;
  return '伪造';
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

/** Fields that a refused draft lacks. */
function askedOf({ code, data }: MatrixAnswer): string[] {
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
async function patient<T>(run: () => Promise<MatrixAnswer<T>>): Promise<MatrixAnswer<T>> {
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
