import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Headers, TestApp, TestSite } from '../../kernel/testing.ts';

/** A board with a token, and the person of its site who may do everything with boards. */
export interface TestBoard {
  readonly id: string;
  readonly code: string;
  readonly site: TestSite;
  readonly person: Headers;
  readonly token: string;
  readonly headers: Headers;
}

/** Makes a board through its page's calls. */
export async function makeBoard(
  test: TestApp,
  more: { site?: TestSite; [field: string]: unknown } = {},
): Promise<TestBoard> {
  const { site = await test.makeSite(), ...fields } = more;
  const person = await test.as('site_admin', site);
  const code = `B${Math.random().toString(36).slice(2, 10)}`;
  const made = await test.call<{ id: string; revision: number }>(
    'POST',
    '/api/system/kanbans',
    {
      boardCode: code,
      boardName: `看板${code}`,
      pages: [{ page: 'plan', seconds: 20 }],
      ...fields,
    },
    person,
  );
  if (made.code !== 0) throw new Error(JSON.stringify(made));
  const token = await renew(test, made.data, person);
  return { id: made.data.id, code, site, person, token, headers: bearer(token) };
}

/** A new token of a board, under the revision that it has now. */
export async function renew(
  test: TestApp,
  { id }: { id: string },
  person: Headers,
): Promise<string> {
  const { rows } = await test.database.owner.query<{ revision: number }>(
    'select revision from system_kanban where id = $1',
    [id],
  );
  const renewed = await test.call<{ screenToken: string }>(
    'POST',
    `/api/system/kanbans/${id}/actions/renewToken`,
    { revision: rows[0]?.revision },
    person,
  );
  if (renewed.code !== 0) throw new Error(JSON.stringify(renewed));
  return renewed.data.screenToken;
}

export function bearer(token: string): Headers {
  return { authorization: `Bearer ${token}` };
}

/** A screen that reads the stream of a board as a browser does. */
export interface TestScreen {
  readonly status: number;
  readonly events: { event: string; data: Record<string, unknown>; at: number }[];
  /** The next event of a name beyond the `after` first ones; throws after `ms`. */
  next(event: string, after?: number, ms?: number): Promise<Record<string, unknown>>;
  /** Resolves when the server ends the stream. */
  readonly ended: Promise<void>;
  leave(): void;
}

/** Opens the stream of a board at one of the servers, which must listen. */
export function screenOf(
  app: FastifyInstance,
  board: Pick<TestBoard, 'code' | 'headers'>,
): Promise<TestScreen> {
  const { port } = app.server.address() as AddressInfo;
  return screenAt(`http://127.0.0.1:${port}`, board);
}

/** The same at a server's address. */
export async function screenAt(
  base: string,
  board: Pick<TestBoard, 'code' | 'headers'>,
): Promise<TestScreen> {
  const control = new AbortController();
  const response = await fetch(`${base}/api/kanban/${board.code}/stream`, {
    headers: board.headers,
    signal: control.signal,
  });
  const events: TestScreen['events'] = [];
  const ended = read(response, events).catch(() => undefined);
  return {
    status: response.status,
    events,
    ended,
    leave: () => control.abort(),
    async next(event, after = 0, ms = 15_000) {
      for (const until = Date.now() + ms; Date.now() < until;) {
        const found = events.filter((one) => one.event === event)[after];
        if (found) return found.data;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      throw new Error(`No event ${event} no. ${after + 1} within ${ms} ms`);
    },
  };
}

async function read(response: Response, events: TestScreen['events']): Promise<void> {
  if (!response.body) return;
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (event && data) events.push({ event, data: JSON.parse(data), at: Date.now() });
    }
  }
}
