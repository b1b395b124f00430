import { createHmac, timingSafeEqual } from 'node:crypto';
import { addressKey } from './folder.ts';

/** Path below which stored files are read. */
export const FILE_BASE = '/edition/api/file/';

/**
 * The address of a stored file with a signature that expires within the hour: `/edition/api/file/ab.png?e=…&s=…`.
 * It stays the same for five minutes, so that browsers keep the picture. Any other text comes back as it is.
 */
export function signAddress(address: string, now = Date.now()): string {
  const name = nameOf(address);
  const key = addressKey();
  if (name === null || key === null) return address;
  const expires = Math.floor((now / 1000 + LIFETIME_S) / STEP_S) * STEP_S;
  return `${FILE_BASE}${name}?e=${expires}&s=${signature(key, name, expires)}`;
}

/** Signs every address of a stored file inside a formatted text. */
export function signHtml(html: string, now = Date.now()): string {
  return html.replace(IN_HTML, (address) => signAddress(address, now).replace('&s=', '&amp;s='));
}

/** Takes the signatures off the addresses inside a formatted text, as it is stored. */
export function unsignHtml(html: string): string {
  return html.replace(IN_HTML, (address) => address.split('?')[0] ?? address);
}

/** Whether the signature of a read call fits the name and has not expired. */
export function isSigned(
  name: string,
  expires: unknown,
  signed: unknown,
  now = Date.now(),
): boolean {
  const key = addressKey();
  if (
    key === null ||
    typeof expires !== 'string' ||
    typeof signed !== 'string' ||
    !/^\d{10,11}$/.test(expires)
  )
    return false;
  if (Number(expires) * 1000 < now) return false;
  const expected = Buffer.from(signature(key, name, Number(expires)));
  const given = Buffer.from(signed);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Name of the stored file that an address points at, its signature left out; null for any other text. */
export function nameOf(address: string): string | null {
  return /^\/edition\/api\/file\/([A-Za-z0-9._-]{1,120})(?:\?|$)/.exec(address)?.[1] ?? null;
}

/** Names of the stored files whose addresses stand anywhere inside a value, each once. */
export function namesWithin(value: unknown): string[] {
  const text = JSON.stringify(value) ?? '';
  if (!text.includes(FILE_BASE)) return [];
  const names = [...text.matchAll(IN_HTML)].map(([address]) => nameOf(address));
  return [...new Set(names.filter((name) => name !== null))];
}

const LIFETIME_S = 3600;
const STEP_S = 300;
const IN_HTML =
  /\/edition\/api\/file\/[A-Za-z0-9._-]{1,120}(?:\?e=\d{10,11}&(?:amp;)?s=[\w-]{22})?/g;

function signature(key: Buffer, name: string, expires: number): string {
  return createHmac('sha256', key).update(`${name}\n${expires}`).digest('base64url').slice(0, 22);
}
