import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from './api.ts';
import { sharedOrders } from './order-list.ts';
import { keepCredentials, session } from './session-store.ts';
import { loadSession, signOut } from './session.ts';
import { toasts } from './toast.ts';

interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
}

const TOKEN = { access_token: 't.o.k', sub: '7', code: 'c' };
const USER = {
  roles: ['planner'],
  permissions: ['a:b:c'],
  userIdentity: '2',
  useOrgCode: ['HQ:N'],
};
const ROUTES = [{ name: 'Home', path: '/home', component: 'home' }];
const ORDERS = [{ id: '1', code: 'NB-MO-2510-0007', name: '18寸锻造轮-星驰' }];

let asked: Call[] = [];
let left: string[] = [];
let cookies: Map<string, string>;

/** What a browser keeps of a session, and the calls of the page with their answers (`data` or a whole envelope). */
function browser(answers: Readonly<Record<string, unknown>>): void {
  cookies = new Map();
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('document', {
    getElementById: () => ({ textContent: '{}' }),
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text: string) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      if (text.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
    },
  });
  vi.stubGlobal('location', { protocol: 'http:', assign: (to: string) => left.push(to) });
  vi.stubGlobal('sessionStorage', storage({ 'tabs:7': '[]' }));
  vi.stubGlobal('fetch', (address: string, { method, headers, body }: RequestInit) => {
    const path = address.split('?')[0] ?? '';
    asked.push({
      method: method ?? '',
      path,
      headers: new Headers(headers),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    });
    return Promise.resolve(Response.json({ code: 0, msg: '', data: answers[path] ?? null }));
  });
}

/** Entries stand as properties of their own, as in a browser. */
function storage(kept: Record<string, string>) {
  return Object.assign(
    Object.create({
      removeItem: (key: string) => void delete globalThis.sessionStorage[key],
      clear: () =>
        Object.keys(globalThis.sessionStorage).forEach(
          (key) => void delete globalThis.sessionStorage[key],
        ),
    }) as Storage,
    kept,
  );
}

const ANSWERS = {
  '/api/user/auth/getInfo': USER,
  '/api/user/auth/getRouters': ROUTES,
  '/api/commons/orders': { list: ORDERS, total: 1 },
};
const paths = () => asked.map(({ method, path }) => `${method} ${path}`);
const said = () => toasts.get().flatMap(({ lines }) => lines);

beforeEach(() => {
  asked = [];
  left = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
  toasts.set([]);
});

it('S205 S206 S207 a call carries the three headers when a token and a sub exist, and none of them else', async () => {
  browser({});
  await api.get('/api/x');
  keepCredentials({ ...TOKEN, sub: '' });
  await api.get('/api/x');
  keepCredentials(TOKEN);
  await api.get('/api/x');
  const sent = asked.map(({ headers }) =>
    ['jwt_token', 'sub', 'code'].map((name) => headers.get(name)),
  );
  expect(sent).toEqual([
    [null, null, null],
    [null, null, null],
    ['t.o.k', '7', 'c'],
  ]);
});

it('S96 S128 S129 S130 S131 a token without roles loads user, routes and order list and keeps token, sub and code', async () => {
  browser(ANSWERS);
  keepCredentials(TOKEN);
  expect(Object.fromEntries(cookies)).toEqual({ jwt_token: 't.o.k', sub: '7', code: 'c' });
  expect(session.get().phase).toBe('waiting');
  await Promise.all([loadSession(), loadSession()]);
  await expect.poll(() => sharedOrders.get().orderList).toEqual(ORDERS);
  expect(session.get()).toMatchObject({
    token: 't.o.k',
    sub: '7',
    code: 'c',
    phase: 'ready',
    routes: ROUTES,
    user: { roles: ['planner'], permissions: ['a:b:c'], userIdentity: 2, useOrgCode: ['HQN'] },
  });
  expect(paths().sort()).toEqual([
    'GET /api/commons/lines',
    'GET /api/commons/orders',
    'GET /api/user/auth/getInfo',
    'GET /api/user/auth/getRouters',
  ]);
});

it('S134 S135 S136 signing out tells the server token, sub and code, forgets all and loads /home in full', async () => {
  browser(ANSWERS);
  keepCredentials(TOKEN);
  await loadSession();
  await signOut();
  const told = asked.find(({ path }) => path === '/api/user/auth/signout');
  expect(told).toMatchObject({
    method: 'DELETE',
    body: { token: 't.o.k', sub: '7', code: 'c' },
  });
  expect(session.get()).toMatchObject({ token: undefined, sub: undefined, code: undefined });
  expect(session.get()).toMatchObject({ phase: 'none', user: null, routes: [] });
  expect([...cookies]).toEqual([]);
  expect(Object.keys(globalThis.sessionStorage)).toEqual([]);
  expect(left).toEqual(['/home']);
});

it.each([
  ['S270', null, '无效的会话，或者会话已过期，请重新登录'],
  ['S271', { ...USER, roles: [] }, '帐号异常请联系管理员'],
])(
  'S132 S137 S270 S271 S272 a failed way in says why and drops the token without a call (%s)',
  async (_, user, why) => {
    browser({ ...ANSWERS, '/api/user/auth/getInfo': user });
    keepCredentials(TOKEN);
    await expect(loadSession()).rejects.toThrow(why);
    expect(said()).toEqual([why]);
    expect(session.get()).toMatchObject({
      token: undefined,
      phase: 'none',
      user: null,
      routes: [],
    });
    expect([...cookies]).toEqual([]);
    expect(Object.keys(globalThis.sessionStorage)).toEqual([]);
    expect(paths().filter((path) => !/getInfo|getRouters/.test(path))).toEqual([]);
  },
);
