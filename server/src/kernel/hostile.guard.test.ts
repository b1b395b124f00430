import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '../routes.ts';
import { type Call, callArbitrary } from './hostile-calls.testing.ts';
import { makeGateway } from '../modules/device/testing.ts';
import { makeBoard, type TestBoard } from '../modules/kanban/testing.ts';
import { type Headers, type TestApp, testApp } from './testing.ts';

const SEED = 20_251_106;
/** Calls to each route; with some 150 routes these are thousands. */
const RUNS = 16;

/** Sign-ins, sign-outs and passwords are costly or end the sessions of the test; they have tests of their own. */
const APART = /\/auth\/(login|signout)|password|\/(reset|kick)$/i;

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
