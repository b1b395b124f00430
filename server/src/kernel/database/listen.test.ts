import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Listener, notify, openListener } from './listen.ts';
import { testDatabase, type TestDatabase } from './testing.ts';
import { inScope } from './transaction.ts';

const LATER = { timeout: 15_000, interval: 50 };
let db: TestDatabase;
let listener: Listener;

beforeAll(async () => {
  db = await testDatabase({ empty: true });
  listener = await openListener(db.ownerConnection);
});

afterAll(async () => {
  await listener.close();
  await db.close();
});

const send = (payload: string) =>
  inScope(db.app, { site: null }, (trx) => notify(trx, 'news', payload));

it('hears what was committed, and nothing that was rolled back', async () => {
  const heard: string[] = [];
  const stop = listener.listen('news', (payload) => heard.push(payload));
  await vi.waitFor(async () => {
    await send('hello');
    expect(heard).toContain('hello');
  }, LATER);
  await inScope(db.app, { site: null }, async (trx) => {
    await notify(trx, 'news', 'never');
    throw new Error('no');
  }).catch(() => undefined);
  await send('after');
  await vi.waitFor(() => expect(heard).toContain('after'), LATER);
  expect(heard).not.toContain('never');
  stop();
});

it('connects again after the connection was lost and says so', async () => {
  const heard: string[] = [];
  const gaps: number[] = [];
  listener.listen('news', (payload) => heard.push(payload));
  listener.onGap(() => gaps.push(1));
  await db.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'millwright listener' and datname = current_database()`,
  );
  await vi.waitFor(() => expect(gaps).toEqual([1]), LATER);
  await send('again');
  await vi.waitFor(() => expect(heard).toContain('again'), LATER);
});
