import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Headers, type TestApp, testApp } from '../testing.ts';

const FRIEND = 'https://plan.example.com';
const LIST = '/api/system/settings';

let test: TestApp;
let admin: Headers;
beforeAll(async () => {
  test = await testApp();
  admin = await test.signIn('admin');
});
afterAll(() => test.close());

const allow = async (value: string) => {
  const changed = await test.call('PUT', `${LIST}/security.corsOrigins`, { value }, admin);
  expect(changed.code).toBe(0);
  await expect.poll(() => test.app.services.settings.text('security.corsOrigins')).toBe(value);
};

const asked = (origin: string, method: 'GET' | 'OPTIONS' = 'GET') =>
  test.app.inject({
    method,
    url: LIST,
    headers: { ...admin, origin, 'access-control-request-method': 'PUT' },
  });

it('tells no other origin anything until the setting names it, from the next call on', async () => {
  const before = await asked(FRIEND);
  expect(before.json()).toMatchObject({ code: 0 });
  expect(before.headers['access-control-allow-origin']).toBeUndefined();
  expect((await asked(FRIEND, 'OPTIONS')).statusCode).toBe(404);

  await allow(`https://other.example.com， ${FRIEND}/`);
  const { headers } = await asked(FRIEND);
  expect(headers).toMatchObject({ 'access-control-allow-origin': FRIEND });
  expect(String(headers['vary'])).toContain('Origin');
  expect(headers['access-control-allow-credentials']).toBeUndefined();
  const question = await asked(FRIEND, 'OPTIONS');
  expect([question.statusCode, question.body]).toEqual([204, '']);
  expect(String(question.headers['access-control-allow-headers'])).toContain(
    'jwt_token, sub, code',
  );
  expect(String(question.headers['access-control-allow-methods'])).toContain('PUT');

  for (const stranger of ['https://evil.example.com', `${FRIEND}.evil.org`, 'null'])
    expect((await asked(stranger)).headers['access-control-allow-origin']).toBeUndefined();
  await allow('');
  expect((await asked(FRIEND)).headers['access-control-allow-origin']).toBeUndefined();
});
