import { expect } from '@playwright/test';
import type { APIRequestContext, Page } from '@playwright/test';

/** The password of all accounts of the demo, as `playwright.config.ts` gives it to the server. */
export const PASSWORD = 'journeys-2026';

export type Locale = 'zh_CN' | 'en_US';

/** The three values that every call carries. */
export interface Credentials {
  readonly jwt_token: string;
  readonly sub: string;
  readonly code: string;
}

/** An answer of the server. */
export interface Envelope<T = Record<string, unknown>> {
  readonly code: number;
  readonly msg: string;
  readonly data: T;
}

/** Signs in by the call and gives the headers of the session. */
export async function credentialsOf(
  request: APIRequestContext,
  username: string,
  password = PASSWORD,
): Promise<Credentials> {
  const answer = await request.post('/api/user/auth/login', { data: { username, password } });
  const body = (await answer.json()) as Envelope<{
    userTokenMsg: { access_token: string; sub: string; code: string };
  }>;
  expect(body, `sign-in of ${username}`).toMatchObject({ code: 0 });
  const { access_token, sub, code } = body.data.userTokenMsg;
  const session = { jwt_token: access_token, sub, code };
  begun.push(session);
  return session;
}

/** Signs out of all sessions that were begun since the last time. */
export async function endSessions(baseURL: string): Promise<void> {
  const headers = begun.splice(0).map((session) => ({ ...session }));
  const url = `${baseURL}/api/user/auth/signout`;
  await Promise.all(headers.map((own) => fetch(url, { method: 'DELETE', headers: own })));
}

const begun: Credentials[] = [];

interface SignInOptions {
  readonly locale?: Locale;
  readonly path?: string;
  readonly password?: string;
}

/** Opens a page as a person who has signed in, without the form; gives the headers of the same session. */
export async function signIn(
  page: Page,
  username: string,
  { locale = 'zh_CN', path = '/', password = PASSWORD }: SignInOptions = {},
): Promise<Credentials> {
  await speak(page, locale);
  const session = await credentialsOf(page.request, username, password);
  const url = new URL(baseOf(page)).origin;
  await page
    .context()
    .addCookies(Object.entries(session).map(([name, value]) => ({ name, value, url })));
  await page.goto(path);
  await expect(page.locator('header.top')).toBeVisible();
  return session;
}

/** Sets the language that the browser has chosen, unless the page chooses another one later. */
export async function speak(page: Page, locale: Locale): Promise<void> {
  await page.addInitScript((chosen) => {
    if (localStorage.getItem('locale') === null) localStorage.setItem('locale', chosen);
  }, locale);
}

/** A call with the credentials of a session. */
export async function call<T = Record<string, unknown>>(
  request: APIRequestContext,
  session: Credentials,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  data?: unknown,
): Promise<Envelope<T>> {
  const answer = await request.fetch(path, {
    method,
    headers: { ...session },
    ...(data === undefined ? {} : { data }),
  });
  return (await answer.json()) as Envelope<T>;
}

/** Makes a row by the call of its form, or acts on one; fails with what the server says against it. */
export async function make<T = { id: string }>(
  request: APIRequestContext,
  session: Credentials,
  path: string,
  body: object,
): Promise<T> {
  const made = await call<T>(request, session, 'POST', path, body);
  expect(made, made.msg).toMatchObject({ code: 0 });
  return made.data;
}

/** The rows that a list call answers. */
export async function rowsOf<T = Record<string, string>>(
  request: APIRequestContext,
  session: Credentials,
  path: string,
): Promise<T[]> {
  return (await call<{ list: T[] }>(request, session, 'GET', path)).data.list;
}

function baseOf(page: Page): string {
  const at = page.url();
  if (at.startsWith('http')) return at;
  const port = process.env['JOURNEYS_PORT'] ?? '18190';
  return `http://127.0.0.1:${port}`;
}
