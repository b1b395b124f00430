import { languageTag } from '../kernel/language.tsx';
import { boardCode, storageKey } from './board-storage.ts';
import { screenName } from './screen-name.ts';

/** The server refused: a wrong token, a page that does not exist. */
export class BoardRefusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** The token of this board on this screen; null before it was set up. */
export function storedToken(): string | null {
  return localStorage.getItem(storageKey('token'));
}

/** Keeps a token, or forgets it. */
export function storeToken(token: string | null): void {
  keep(localStorage, 'token', token);
}

/**
 * Takes a token that was handed over behind `#`, which no server ever sees, and strikes it from the address so that it
 * does not stay in the history.
 */
export function takeHandedToken(): void {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (!token) return;
  storeToken(token);
  history.replaceState(null, '', location.pathname + location.search);
}

/** Reloads that were asked for, one perhaps while another was under way: the page that comes next in the window answers them. */
export const pendingReloads = {
  add: (id: string) => keep(sessionStorage, 'reload', [...waitingReloads(), id].join(',')),
  take(): string[] {
    const ids = waitingReloads();
    keep(sessionStorage, 'reload', null);
    return ids;
  },
};

function waitingReloads(): string[] {
  return sessionStorage.getItem(storageKey('reload'))?.split(',') ?? [];
}

/** `data` of a call to the server as this board. Throws `BoardRefusal`, or what `fetch` throws without a network. */
export async function boardCall<T>(path: string, body?: object): Promise<T> {
  const answer = await fetch(addressOf(path), {
    method: body ? 'POST' : 'GET',
    headers: { ...headers(), ...(body ? { 'Content-Type': 'application/json' } : {}) },
    body: body ? JSON.stringify(body) : null,
    signal: AbortSignal.timeout(CALL_MS),
  });
  return opened<T>(answer);
}

/** The open stream of this board. Throws like `boardCall`. */
export async function boardStream(signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const answer = await fetch(addressOf('/stream'), { headers: headers(), signal });
  if (!answer.body || !answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    await opened(answer);
    throw new Error('The server opened no stream.');
  }
  return answer.body;
}

const CALL_MS = 10_000;

async function opened<T>(answer: Response): Promise<T> {
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: T };
  if (code !== 0) throw new BoardRefusal(code, msg);
  return data;
}

function addressOf(path: string): string {
  return `/api/kanban/${encodeURIComponent(boardCode())}${path}`;
}

function headers(): Record<string, string> {
  return {
    Authorization: `Bearer ${storedToken() ?? ''}`,
    'Accept-Language': languageTag,
    'X-Screen': screenName(),
  };
}

function keep(store: Storage, name: string, value: string | null): void {
  if (value === null) store.removeItem(storageKey(name));
  else store.setItem(storageKey(name), value);
}
