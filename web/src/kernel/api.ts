import { request } from '@millwright/contract/constants';
import { kernelText } from '../locales/kernel.ts';
import { addressOf } from './bases.ts';
import type { Base } from './bases.ts';
import { handleRefusal } from './call-errors.ts';
import type { FormTells } from './call-errors.ts';
import { languageTag, say, t } from './language.tsx';
import { serialise } from './params.ts';
import type { Params } from './params.ts';
import { NO_ANSWER, Refusal } from './refusal.ts';
import { credentials } from './session-store.ts';
import { inTurn } from './turns.ts';
import { noteHeaders } from './watched-headers.ts';

/** How one call differs from the usual. */
export interface CallOptions {
  readonly base?: Base;
  /** No toast, whatever happens (suggestions, polling). The expired box and the lock still act. */
  readonly quiet?: boolean;
  /** Nobody waits for it: it gives way to the calls of the page. */
  readonly background?: boolean;
  /** The form lists the problems of a 422 itself: all of them, or those of the fields named. */
  readonly form?: FormTells;
  /** Sent as `Idempotency-Key`; one per opened form. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A file that was sent instead of an envelope. */
export interface FileAnswer {
  readonly blob: Blob;
  readonly name: string | undefined;
}

/** The calls. Each resolves with `data` of the envelope and rejects with a `Refusal` that has been shown. */
export const api = {
  get: <T>(path: string, params?: Params, options?: CallOptions) =>
    call<T>('GET', withQuery(path, params), undefined, options),
  post: <T>(path: string, body?: unknown, options?: CallOptions) =>
    call<T>('POST', path, body, options),
  put: <T>(path: string, body?: unknown, options?: CallOptions) =>
    call<T>('PUT', path, body, options),
  remove: <T>(path: string, body?: unknown, options?: CallOptions) =>
    call<T>('DELETE', path, body, options),
  /** GET that answers a file (untouched); an envelope instead of one is a refusal. */
  async file(path: string, params?: Params, options: CallOptions = {}): Promise<FileAnswer> {
    const { file } = await api.fileOr(path, params, options);
    if (!file) throw new Error(`${path} answered no file.`);
    return file;
  },
  /** GET that answers a file, or `data` of an envelope when the file is not made at once. */
  async fileOr(
    path: string,
    params?: Params,
    options: CallOptions = {},
  ): Promise<{ file: FileAnswer; data?: undefined } | { file?: undefined; data: unknown }> {
    const answer = await send('GET', withQuery(path, params), undefined, options);
    if (isJson(answer)) return { data: await open(answer, options) };
    const file = {
      blob: await answer.blob(),
      name: fileName(answer.headers.get('Content-Disposition')),
    };
    return { file };
  },
};

async function call<T>(
  method: string,
  path: string,
  body: unknown,
  options: CallOptions = {},
): Promise<T> {
  const answered = async () => (await open(await send(method, path, body, options), options)) as T;
  return inTurn(options.background ?? false, answered);
}

async function send(
  method: string,
  path: string,
  body: unknown,
  options: CallOptions,
): Promise<Response> {
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const address = await addressOf(options.base ?? 'api', path);
  const content = body === undefined || isRaw(body) ? body : JSON.stringify(body);
  let answer: Response;
  try {
    answer = await fetch(address, {
      method,
      headers: headersOf(body, options),
      body: content ?? null,
      signal,
      credentials: 'same-origin',
    });
  } catch (cause) {
    throwIfAborted(options);
    const late =
      timeout.aborted || (cause instanceof DOMException && cause.name === 'TimeoutError');
    throw refuse(
      late
        ? new Refusal(NO_ANSWER.timeout, t(kernelText.timeout))
        : new Refusal(NO_ANSWER.network, t(kernelText.networkError)),
      options,
    );
  }
  noteHeaders(answer.headers);
  if (!answer.ok)
    throw refuse(
      new Refusal(NO_ANSWER.status, say(kernelText.httpStatus, { status: answer.status }), {
        status: answer.status,
      }),
      options,
    );
  return answer;
}

/** Nobody waits for the answer any more: that is no fault that anybody should be told of. */
function throwIfAborted({ signal }: CallOptions): void {
  if (signal?.aborted) throw new Refusal(NO_ANSWER.aborted, 'aborted');
}

async function open(answer: Response, options: CallOptions): Promise<unknown> {
  let envelope: { code?: number; msg?: string; data?: unknown };
  try {
    envelope = (await answer.json()) as typeof envelope;
  } catch {
    throwIfAborted(options);
    throw refuse(new Refusal(NO_ANSWER.network, t(kernelText.networkError)), options);
  }
  if (envelope.code === 0) return envelope.data;
  const requestId = answer.headers.get('X-Request-Id') ?? undefined;
  throw refuse(
    new Refusal(envelope.code ?? 500, envelope.msg ?? '', envelope.data, requestId),
    options,
  );
}

function refuse(refusal: Refusal, options: CallOptions): Refusal {
  handleRefusal(refusal, options);
  return refusal;
}

/** The headers of a call: the three credentials only when a token and its sub exist. */
export function headersOf(body: unknown, options: CallOptions): Record<string, string> {
  const { token, sub, code } = credentials();
  return {
    'Accept-Language': languageTag,
    ...contentType(body),
    ...(token && sub ? { jwt_token: token, sub, code: code ?? '' } : {}),
    ...(options.idempotencyKey ? { 'Idempotency-Key': options.idempotencyKey } : {}),
    ...options.headers,
  };
}

/** What goes out as it is; the browser itself names the type of a form. */
function isRaw(body: unknown): body is FormData | Blob {
  return body instanceof FormData || body instanceof Blob;
}

function contentType(body: unknown): Record<string, string> {
  if (body === undefined || body instanceof FormData) return {};
  return { 'Content-Type': body instanceof Blob ? 'application/octet-stream' : 'application/json' };
}

function withQuery(path: string, params: Params | undefined): string {
  const query = params ? serialise(params) : '';
  return query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

function isJson(answer: Response): boolean {
  return answer.headers.get('Content-Type')?.includes('application/json') ?? false;
}

function fileName(disposition: string | null): string | undefined {
  const encoded = disposition?.match(/filename\*=UTF-8''([^;]+)/i)?.[1];
  return encoded ? decodeURIComponent(encoded) : disposition?.match(/filename="?([^";]+)/i)?.[1];
}
