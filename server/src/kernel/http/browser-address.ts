import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusals } from '@millwright/contract/kernel/errors';
import { type Locale, pick, type Text } from '@millwright/contract/kernel/text';
import type { CallAnswer } from './envelope.ts';
import type { Route } from './route.ts';

/**
 * The headers by which the session of a call is found. An address that somebody opens in the browser carries none: there,
 * and nowhere else, the three values come from the cookies in which the client keeps them.
 */
export function sessionHeaders(
  { opensInBrowser }: Pick<Route, 'opensInBrowser'>,
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
): IncomingHttpHeaders {
  const isMeant = opensInBrowser === true && method === 'GET' && isOpened(headers);
  if (!isMeant || VALUES.some((name) => headers[name] !== undefined)) return headers;
  const cookies = cookiesOf(headers.cookie ?? '');
  return { ...headers, ...Object.fromEntries(VALUES.map((name) => [name, cookies.get(name)])) };
}

/** Whether a refusal of a call is read by somebody who opened its address, not by a script. */
export function isReadAsPage(
  { opensInBrowser }: Pick<Route, 'opensInBrowser'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): boolean {
  return (
    opensInBrowser === true && isOpened(headers) && (headers.accept ?? '').includes('text/html')
  );
}

/** Answers a refused call with a page that says why and leads on. */
export function sendRefusalPage(
  reply: FastifyReply,
  { code, msg }: Pick<CallAnswer, 'code' | 'msg'>,
  locale: Locale,
): FastifyReply {
  const isSignedOut = SIGNED_OUT.has(code);
  const link = isSignedOut
    ? `<a href="/login">${pick(SIGN_IN, locale)}</a>`
    : `<a href="/home">${pick(HOME, locale)}</a>`;
  return reply
    .status(isSignedOut ? 401 : (STATUS[code] ?? 403))
    .header('content-type', 'text/html; charset=utf-8')
    .send(page(locale, pick(PRODUCT, locale), `<p>${escaped(msg)}</p><p>${link}</p>`));
}

/** A page without scripts and styles. */
export function page(locale: Locale, title: string, content: string): string {
  const language = locale === 'en_US' ? 'en' : 'zh-CN';
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(title)}</title></head><body>
<h1>${escaped(title)}</h1>
${content}</body></html>`;
}

/** A text as it may stand in a page. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const VALUES = ['jwt_token', 'sub', 'code'] as const;
const SIGNED_OUT: ReadonlySet<number> = new Set([
  refusals['session.missing'].code,
  refusals['session.ended'].code,
]);
const STATUS: Readonly<Record<number, number>> = { 429: 429, 500: 500 };
const PRODUCT: Text = { zh: '厂务通', en: 'Millwright' };
const SIGN_IN: Text = { zh: '去登录', en: 'Sign in' };
const HOME: Text = { zh: '回到首页', en: 'Home' };

/** Typed or clicked, not fetched by a script nor framed; browsers that do not say so count as well. */
function isOpened(headers: IncomingHttpHeaders): boolean {
  return (headers['sec-fetch-dest'] ?? 'document') === 'document';
}

function cookiesOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split('; ').flatMap((pair): [string, string][] => {
      const at = pair.indexOf('=');
      const value = decoded(pair.slice(at + 1));
      return at > 0 && value ? [[pair.slice(0, at), value]] : [];
    }),
  );
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
