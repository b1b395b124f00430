import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from './kernel/database/connection.ts';

/** A real server process that has said it is ready. */
export interface Server {
  readonly child: ChildProcess;
  readonly base: string;
  /** All that it printed before it was ready. */
  readonly printed: string;
  readonly ended: Promise<number | null>;
}

/** What a call answered, as far as tests look at it. */
export interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly data: { readonly id: string; readonly userTokenMsg: Record<string, string> };
}

const MAIN = path.join(import.meta.dirname, 'main.ts');

/** Starts the server on a data folder with these settings on top of a quiet usual; what it prints gathers in the result. */
export function run(data: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, PORT: '0', DEMO: 'off', LOG_LEVEL: 'fatal', DATA_DIR: data, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const state = { child, printed: '', errors: '' };
  child.stdout.on('data', (chunk: Buffer) => (state.printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (state.errors += chunk.toString()));
  // All that it printed has been heard then, too.
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return Object.assign(state, { ended });
}

/** The same, waiting until it is ready; throws with what it printed when it is not within two minutes, the demo loaded on a busy machine. */
export async function startServer(data: string, env: NodeJS.ProcessEnv): Promise<Server> {
  const state = run(data, env);
  for (let tries = 0; tries < 6000; tries += 1) {
    const base = /^Ready: (\S+)\/$/m.exec(state.printed)?.[1];
    if (base) return { child: state.child, base, printed: state.printed, ended: state.ended };
    if (state.child.exitCode !== null) break;
    await sleep(20);
  }
  state.child.kill('SIGKILL');
  throw new Error(`The server did not start: ${state.printed}${state.errors}`);
}

/** One call with a body. */
export async function call(
  base: string,
  method: string,
  url: string,
  body?: object,
  sent: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(base + url, {
    method,
    headers: { 'content-type': 'application/json', ...sent },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Answer;
}

/** Signs in and gives the three headers; throws what else came. */
export async function signIn(
  on: Server,
  username: string,
  password: string,
): Promise<Record<string, string>> {
  const answer = await call(on.base, 'POST', '/api/user/auth/login', { username, password });
  if (answer.code !== 0) throw new Error(`Sign-in of ${username}: ${answer.code} ${answer.msg}`);
  const { access_token: token = '', sub = '', code = '' } = answer.data.userTokenMsg;
  return { jwt_token: token, sub, code };
}

/** Where a database is, as one text for `DATABASE_URL`. */
export function addressOf(owner: Connection): string {
  if ('connectionString' in owner) return owner.connectionString;
  const { host, port, user, password, database } = owner;
  return `postgresql://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}
