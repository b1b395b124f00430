import { callsOf } from '@millwright/contract/kernel/calls';
import { entities } from '@millwright/contract/registry';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '../routes.ts';
import { arbitraryFor, ODD_TEXTS } from './arbitrary.testing.ts';
import { writableFields } from './drafts.testing.ts';
import type { Route } from './http/route.ts';
import { makeGateway } from '../modules/device/testing.ts';
import { makeBoard, type TestBoard } from '../modules/kanban/testing.ts';
import { type Headers, type TestApp, testApp } from './testing.ts';

const SEED = 20_251_106;
/** Calls to each route; with some 150 routes these are thousands. */
const RUNS = 16;

/** Sign-ins, sign-outs and passwords are costly or end the sessions of the test; they have tests of their own. */
const APART = /\/auth\/(login|signout)|password|\/(reset|kick)$/i;

/** A 500 is a defect, whatever comes in. */
describe('bad input', () => {
  let test: TestApp;
  /** Headers of people, each beside those of a gateway, so that calls of machines come past their door too. */
  const callers: Headers[] = [];
  let turn = 0;
  /** The board whose screen calls. */
  let board: TestBoard | null = null;

  beforeAll(async () => {
    test = await testApp();
    for (let index = 0; index < 8; index += 1) callers.push(await freshCaller(index));
  }, 60_000);
  afterAll(() => test.close());

  it('never makes a route fail, thousands of times', async () => {
    const failures = new Map<string, string>();
    const routes = allRoutes(test.app.services).filter(({ path }) => !APART.test(path));
    expect(routes.length).toBeGreaterThan(100);
    for (const [index, route] of routes.entries()) {
      const calls = fc.sample(callArbitrary(route), { seed: SEED + index, numRuns: RUNS });
      const found = await Promise.all(calls.map(failureOf));
      found.forEach((failure, at) => {
        if (failure !== null)
          failures.set(
            `${route.method} ${route.path}`,
            `${failure} after ${JSON.stringify(calls[at]).slice(0, 600)}`,
          );
      });
    }
    expect(Object.fromEntries(failures)).toEqual({});
  }, 120_000);

  it('answers bodies that are no JSON with 400', async () => {
    for (const payload of [
      '{',
      '{"a":1',
      '[1,',
      'ÿþ',
      '{"__proto__":{"x":1}}',
      '"\\ud800',
      'null',
      '1',
    ]) {
      const response = await test.app.inject({
        method: 'POST',
        url: '/api/base/products',
        headers: { ...callers[0], 'content-type': 'application/json' },
        payload,
      });
      expect([payload, [200, 400].includes(response.statusCode)]).toEqual([payload, true]);
      expect(JSON.parse(response.body).code).not.toBe(500);
      expect(JSON.parse(response.body).code).not.toBe(0);
    }
  });

  it('answers headers of a session that were made up with 402', async () => {
    const made = fc.record({
      jwt_token: fc.constantFrom(...HEADERS),
      sub: fc.constantFrom(...HEADERS),
      code: fc.constantFrom(...HEADERS),
    });
    for (const headers of fc.sample(made, { seed: SEED, numRuns: 60 })) {
      const answer = await test.call('GET', '/api/production/orders', undefined, headers);
      expect(answer.code).toBe(402);
    }
  });

  async function freshCaller(index: number): Promise<Headers> {
    const gateway = await makeGateway(test, ['MC-01', 'MC-02']);
    const person = await test.as(['*:*:*'], index % 2 === 0 ? gateway.site : null);
    return { ...person, ...gateway.headers };
  }

  /** What went wrong, or null. Whoever a call has locked out (it may disable accounts) is followed by somebody new. */
  async function failureOf(call: Call): Promise<string | null> {
    for (let round = 0; ;) {
      turn += 1;
      const index = turn % callers.length;
      const options: InjectOptions = { method: call.method, url: call.url };
      options.headers = callers[index] ?? {};
      if (SCREEN.test(call.url)) {
        // A stream that opens never ends; it has tests of its own.
        if (/\/stream(\?|$)/.test(call.url)) return null;
        board ??= await makeBoard(test);
        options.url = call.url.replace(SCREEN, `/api/kanban/${board.code}`);
        options.headers = board.headers;
      }
      if (call.body !== undefined) options.payload = call.body as object;
      const response = await test.app.inject(options).catch((error: Error) => error);
      if (response instanceof Error) return response.message;
      const isJson = String(response.headers['content-type']).includes('json');
      const code = isJson ? (JSON.parse(response.body) as { code?: number }).code : 0;
      if (SCREEN.test(call.url) && code === 402) {
        // Another call has given the board a new token or removed it.
        board = null;
        round += 1;
        if (round > callers.length) return `no screen gets in: ${response.body}`;
      } else if (code === 402 || code === 408) {
        round += 1;
        if (round > callers.length) return `nobody gets in: ${response.body}`;
        callers[index] = await freshCaller(index);
      } else if (code === 429) await new Promise((resolve) => setTimeout(resolve, 30));
      else return response.statusCode >= 500 || code === 500 ? response.body.slice(0, 300) : null;
    }
  }
});

interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly body: unknown;
}

/** Calls of a screen: it knows one board, whose code takes the place of the one made up. */
const SCREEN = /^\/api\/kanban\/[^/?]*/;

const HEADERS = [
  '',
  'x',
  'null',
  '0',
  'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
  'a.b.c',
  '../../',
  "' or 1=1 --",
];

const oddText = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom('x'.repeat(5000), '\u0000', '%00'),
);
const oddId = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '1',
      '2',
      '7',
      '0',
      '-1',
      '1.5',
      '999999999999999999',
      '99999999999999999999',
      '1,2',
      ',',
      '1e3',
    ),
  },
  oddText,
);
const oddNumber = fc.constantFrom(
  '0',
  '-1',
  '1',
  '20',
  '200',
  '201',
  '1e9',
  '99999999999',
  'NaN',
  '',
  'abc',
);

/** Calls of a route: odd ids in the path, odd filters, bodies near a valid draft and far from one. */
function callArbitrary(route: Route): fc.Arbitrary<Call> {
  const url = fc
    .tuple(pathArbitrary(route.path), queryArbitrary(route))
    .map(([path, query]) => (query === '' ? path : `${path}?${query}`));
  const body = route.method === 'GET' ? fc.constant(undefined) : bodyArbitrary(route);
  return fc.record({ method: fc.constant(route.method), url, body });
}

function pathArbitrary(path: string): fc.Arbitrary<string> {
  const parts = path
    .split('/')
    .map((part) => (part.startsWith(':') ? oddId.map(encoded) : fc.constant(part)));
  return fc.tuple(...parts).map((chosen) => chosen.join('/'));
}

function queryArbitrary(route: Route): fc.Arbitrary<string> {
  const entity = entities.find((candidate) => route.path.startsWith(callsOf(candidate).list.path));
  const names = entity ? Object.keys(entity.fields) : [];
  const field = fc.constantFrom(
    ...names,
    'keyword',
    'ids',
    'siteId',
    'createBy',
    'beginTime',
    'endTime',
    '__proto__',
    'toString',
    'nope',
  );
  const pair = fc.oneof(
    fc.tuple(field, oddText).map(([name, text]) => `params[${name}]=${encoded(text)}`),
    fc
      .tuple(field, oddText, oddText)
      .map(
        ([name, begin, end]) =>
          `params[${name}][begin]=${encoded(begin)}&params[${name}][end]=${encoded(end)}`,
      ),
    fc
      .tuple(fc.constantFrom('page', 'limit'), oddNumber)
      .map(([name, number]) => `${name}=${number}`),
    fc
      .tuple(field, fc.constantFrom('ASC', 'DESC', 'x'))
      .map(([name, order]) => `sort=${name}&order=${order}`),
    fc
      .tuple(
        fc.constantFrom(
          'type',
          'keyword',
          'userId',
          'departId',
          'dictId',
          'format',
          'columns',
          'code',
          'params',
          'a[b][c][d][e]',
        ),
        oddText,
      )
      .map(([name, text]) => `${name}=${encoded(text)}`),
  );
  return fc.array(pair, { maxLength: 4 }).map((pairs) => pairs.join('&'));
}

function bodyArbitrary(route: Route): fc.Arbitrary<unknown> {
  const entity = entities.find((candidate) => route.path.startsWith(candidate.path));
  const far = fc
    .oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.dictionary(
        fc.constantFrom(
          'id',
          'ids',
          'status',
          'roleId',
          'userIds',
          'siteId',
          'value',
          'username',
          '__proto__',
        ),
        fc.oneof(oddText, fc.jsonValue({ maxDepth: 1 })),
      ),
    )
    .map((value) => (value === null || typeof value !== 'object' ? { value } : value));
  if (!entity) return far;
  const near = fc.record(
    Object.fromEntries(
      Object.entries(writableFields(entity)).map(([name, field]) => [
        name,
        fc.oneof(
          { weight: 3, arbitrary: arbitraryFor(field, () => ['1', '2']) },
          oddText,
          fc.jsonValue({ maxDepth: 2 }),
        ),
      ]),
    ),
    { requiredKeys: [] },
  );
  const system = fc.record(
    {
      id: oddId,
      revision: fc.oneof(fc.integer(), oddText),
      ids: fc.array(oddId, { maxLength: 3 }),
      reason: oddText,
      siteId: oddId,
    },
    { requiredKeys: [] },
  );
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(near, system).map(([draft, more]) => Object.assign(draft, more)),
    },
    far,
  );
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
