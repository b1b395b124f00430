/** Most of a body or an answer that a log row keeps, in characters. */
export const LOG_TEXT_MAX = 4096;

/**
 * A value as the operate log may keep it: JSON text without passwords, tokens and the middle of phone numbers,
 * control characters escaped, cut at 4,096 characters or `max`.
 */
export function maskedText(value: unknown, max = LOG_TEXT_MAX): string | null {
  if (value === undefined || value === null) return null;
  return cut(escapeControls(JSON.stringify(masked(value, 0)) ?? ''), max);
}

/** The same for plain text such as an address or an error message. */
export function plainText(text: string, max = LOG_TEXT_MAX): string {
  return cut(escapeControls(text), max);
}

/** A URL with the values of sensitive parameters replaced. */
export function maskedUrl(url: string): string {
  const hidden = url.replace(/([?&])([^=&]*)=([^&]*)/g, (pair, mark: string, name: string) =>
    SECRET.test(decodeLoosely(name).replace(/^.*\[(.*)\]$/, '$1')) ? `${mark}${name}=***` : pair,
  );
  return plainText(hidden, 1000);
}

/** `13812340001` → `138****0001`. */
export function maskPhone(phone: string): string {
  return phone.replace(/^(\d{3})\d{4}(\d+)$/, '$1****$2');
}

const SECRET = /^(password.*|lockPassword.*|.*token.*|.*secret.*|.*hash)$/i;
const PHONE = /^(phone|mobile|tel)/i;

function masked(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 8) return '…';
  if (Array.isArray(value)) return value.slice(0, 200).map((item) => masked(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, maskedField(name, inner, depth)]),
  );
}

function maskedField(name: string, value: unknown, depth: number): unknown {
  if (SECRET.test(name) || isSessionCode(name, value))
    return value === null || value === undefined ? value : '***';
  if (PHONE.test(name) && typeof value === 'string') return maskPhone(value);
  return masked(value, depth + 1);
}

/** The session's secret; codes of products and orders are shorter and stay readable. */
function isSessionCode(name: string, value: unknown): boolean {
  return name === 'code' && typeof value === 'string' && /^[\w-]{40,}$/.test(value);
}

// oxlint-disable-next-line no-control-regex -- escaping control characters is the point
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]/gu;

function escapeControls(text: string): string {
  return text.replace(
    CONTROLS,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function cut(text: string, max = LOG_TEXT_MAX): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
