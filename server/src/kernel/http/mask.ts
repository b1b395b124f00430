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

/**
 * Text that a machine or a service handed over: JSON inside it is masked like a value, and so are pairs such as
 * `password=…` and `"token": "…"` of text that is no JSON or was cut off.
 */
export function maskedWords(text: string, max = LOG_TEXT_MAX): string {
  return plainText(withoutSecrets(text, 0), max);
}

/** A URL with the values of sensitive parameters replaced. */
export function maskedUrl(url: string): string {
  const hidden = url.replace(
    /([?&])([^=&]*)=([^&]*)/g,
    (pair, mark: string, name: string, value: string) => {
      const plain = decodeLoosely(name).replace(/^.*\[(.*)\]$/, '$1');
      if (SECRET.test(plain)) return `${mark}${name}=***`;
      return PHONE.test(plain) ? `${mark}${name}=${maskPhone(value)}` : pair;
    },
  );
  return plainText(hidden, 1000);
}

/** The value of a field with the middle of every phone number hidden, also inside child rows. */
export function withoutPhones(name: string, value: unknown): unknown {
  if (typeof value === 'string') return PHONE.test(name) ? maskPhone(value) : value;
  if (Array.isArray(value)) return value.map((item) => withoutPhones(name, item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([inner, own]) => [inner, withoutPhones(inner, own)]),
  );
}

/** `13812340001` → `138****0001`. */
export function maskPhone(phone: string): string {
  return phone.replace(/^(\d{3})\d{4}(\d+)$/, '$1****$2');
}

const SECRET = /^(password.*|lockPassword.*|.*token.*|.*secret.*|.*hash)$/i;
const PHONE = /^(phone|mobile|tel)/i;

/** A quick look first: most messages of machines hold nothing that could be a secret. */
function withoutSecrets(text: string, depth: number): string {
  if (!SUSPECT.test(text)) return text;
  const parsed = depth > 4 ? undefined : jsonIn(text);
  if (parsed !== undefined) {
    const hidden = JSON.stringify(masked(parsed, depth + 1));
    return hidden === JSON.stringify(parsed) ? text : hidden;
  }
  return text
    .replace(
      PAIR,
      (_pair, name: string, mark: string, quote: string) => `${name}${mark}${quote}***${quote}`,
    )
    .replace(PHONE_PAIR, (_pair, start: string, phone: string) => `${start}${maskPhone(phone)}`);
}

const SUSPECT = /password|token|secret|hash|phone|mobile|tel|code/i;
const WORD = String.raw`(?:password|lockPassword)\w*|\w*(?:token|secret)\w*|\w*hash`;
/** A name and its value, in JSON (escaped once more, perhaps), in a form or in a header; a cut value ends the text. */
const PAIR = new RegExp(
  String.raw`(?<![\w])(${WORD})(\\?["']?\s*[:=]\s*)(\\?["']|)((?:(?!\\?["']).)*?)(?:\3(?<=["'])|(?=[\s&,;}\]])|$)`,
  'gi',
);
const PHONE_PAIR = /((?<!\w)(?:phone|mobile|tel)\w*\\?["']?\s*[:=]\s*\\?["']?)(\d{8,15})/gi;

/** An object or a list written as JSON; nothing for other text. */
function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function masked(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return withoutSecrets(value, depth);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 8) return '…';
  if (Array.isArray(value)) return value.slice(0, 200).map((item) => masked(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      maskedField(name, inner, depth, Object.keys(value)),
    ]),
  );
}

function maskedField(
  name: string,
  value: unknown,
  depth: number,
  beside: readonly string[],
): unknown {
  if (SECRET.test(name) || isSecretCode(name, value, beside))
    return value === null || value === undefined ? value : '***';
  if (PHONE.test(name) && typeof value === 'string') return maskPhone(value);
  return masked(value, depth + 1);
}

/** The session's secret, or what was typed beside a password; codes of products, orders and alarms stay readable. */
function isSecretCode(name: string, value: unknown, beside: readonly string[]): boolean {
  if (name !== 'code') return false;
  return (
    (typeof value === 'string' && /^[\w-]{40,}$/.test(value)) ||
    beside.some((other) => /^password/i.test(other))
  );
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
