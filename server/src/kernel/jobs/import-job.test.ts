import type { Job } from '@millwright/contract/system/job';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { readWorkbook } from '../sheet/read-workbook.ts';
import { allRows, values } from '../sheet/sheet-testing.ts';
import { sendForm, sheetOf } from '../sheet-routes/sheet-call-testing.ts';
import { type Headers, testApp, type TestApp, type TestSite, type TestUser } from '../testing.ts';
import { JOBS, jobElsewhere, jobSeen, jobUntil, SOON } from './job-testing.ts';

const PRODUCTS = '/api/base/products';
const TAGS = ['base:product:list', 'base:product:import', 'base:product:add', 'base:product:edit'];
const HEAD = ['产品类别', '物料编码', '产品名称', '标准节拍'];

let test: TestApp;
let site: TestSite;
let person: TestUser;
let headers: Headers;

beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
});
afterAll(() => test.close());

beforeEach(async () => {
  person = await test.makeUser(TAGS, site);
  headers = await test.signIn(person);
});

const rowsOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => ['wheel', `${prefix}-${n}`, `轮${n}`, 90]);

/** Sends an import in the background and gives its job. */
async function send(
  rows: readonly (readonly (string | number | null)[])[],
  more: Record<string, string> = {},
): Promise<Job> {
  return sendFile(await sheetOf([HEAD, ...rows]), more);
}

async function sendFile(file: Buffer, more: Record<string, string> = {}): Promise<Job> {
  const fields = { mode: 'insert', background: '1', ...more };
  const answer = await sendForm<{ job: Job }>(
    test,
    `${PRODUCTS}/import`,
    { file, name: '产品.xlsx', fields },
    headers,
  );
  expect(answer).toMatchObject({ code: 0, data: { job: { kind: 'import', title: '产品.xlsx' } } });
  return answer.data.job;
}

const seen = (id: string) => jobSeen(test, id, headers);
const until = (id: string, state: Job['state']) => jobUntil(test, id, state, headers);

async function countOf(prefix: string): Promise<number> {
  const { rows } = await test.database.owner.query<{ n: string }>(
    `select count(*) as n from base_product where material_code like $1 || '-%'`,
    [prefix],
  );
  return Number(rows[0]?.n);
}

const occupied = () => jobElsewhere(test, site, person);

const free = (id: string) =>
  test
    .call('POST', `${JOBS}/${id}/actions/cancel`, {}, headers)
    .then(({ code }) => expect(code).toBe(0));

it('writes many rows in the background, with the log that a call would leave', async () => {
  const made = await send(rowsOf('MANY', 2500));
  expect(made).toMatchObject({ total: 2500, result: null });
  const done = await until(made.id, 'done');
  expect(done).toMatchObject({
    progress: 100,
    rows: 2500,
    result: { ok: 2500, failed: 0 },
    fileName: null,
    error: null,
  });
  expect(await countOf('MANY')).toBe(2500);
  const { rows } = await test.database.owner.query(
    `select business_type, url, count(*)::int as rows, count(distinct request_id)::int as calls from log_operate
     where operator like $1 and entity = 'base/product' group by 1, 2`,
    [`%${person.username}`],
  );
  // A row for each product and one for the file.
  expect(rows).toEqual([
    { business_type: '6', url: '/api/base/products/import', rows: 2501, calls: 1 },
  ]);
});

it('keeps the good rows and gives the file of errors', async () => {
  const { id } = await send([...rowsOf('SKIP', 3), ['wheel', 'SKIP-bad', '轮', -1]], {
    onError: 'skip',
  });
  const done = await until(id, 'done');
  expect(done).toMatchObject({ result: { ok: 3, failed: 1 }, fileName: '产品_导入错误.xlsx' });
  expect(await countOf('SKIP')).toBe(3);
  const sent = await test.app.inject({ method: 'GET', url: `${JOBS}/${id}/file`, headers });
  const lines = values(await allRows((await readWorkbook(sent.rawPayload)).rows(0)));
  expect(JSON.stringify(lines[4])).toContain('标准节拍');
});

it('counts as written what was new or changed, not what stood there already', async () => {
  const [, ...same] = rowsOf('SAME', 3);
  await until((await send(rowsOf('SAME', 3))).id, 'done');
  const { id } = await send([...same, ['wheel', 'SAME-new', '轮', 60]], { mode: 'upsert' });
  const done = await until(id, 'done');
  expect(done).toMatchObject({ rows: 3, result: { ok: 1, failed: 0 } });
});

it('writes nothing when one row is wrong and nothing may be left out', async () => {
  const { id } = await send([...rowsOf('ABORT', 3), ['wheel', 'ABORT-bad', '轮', -1]]);
  const done = await until(id, 'done');
  expect(done.result).toEqual({ ok: 0, failed: 1 });
  expect(done.fileName).not.toBeNull();
  expect(await countOf('ABORT')).toBe(0);
});

it('asks before the same file is sent again, and refuses a broken form before it becomes a job', async () => {
  // Written once: the same rows written a moment later are another file, since a workbook holds its time.
  const file = await sheetOf([HEAD, ...rowsOf('AGAIN', 2)]);
  const { id } = await sendFile(file);
  await until(id, 'done');
  const call = (fields: Record<string, string>) =>
    sendForm(
      test,
      `${PRODUCTS}/import`,
      { file, fields: { mode: 'insert', background: '1', ...fields } },
      headers,
    );
  expect((await call({})).data).toMatchObject({ repeated: true });
  expect((await call({ mode: 'all' })).code).toBe(400);
  expect((await call({ mapping: '{"' })).code).toBe(400);
});

it('is cancelled while it waits, and begun anew when its worker has died', async () => {
  const busy = await occupied();
  const waiting = await send(rowsOf('WAIT', 5));
  await free(waiting.id);
  const next = await send(rowsOf('DEAD', 5));
  // A worker that took it says nothing any more; what it had begun was rolled back with its transaction.
  await free(busy);
  await test.database.owner.query(
    `update system_job set state = 'running', worker = 'dead', attempts = 1, lease_until = now() - interval '1 second'
     where id = $1 and state = 'queued'`,
    [next.id],
  );
  await until(next.id, 'done');
  expect(await countOf('WAIT')).toBe(0);
  expect(await countOf('DEAD')).toBe(5);
  expect((await seen(waiting.id)).state).toBe('cancelled');
});

it('gives up between chunks when it is cancelled, and leaves nothing', async () => {
  const { id } = await send(rowsOf('STOP', 15_000));
  await vi.waitFor(async () => expect((await seen(id)).state).toBe('running'), SOON);
  await free(id);
  await vi.waitFor(async () => {
    const { rows } = await test.database.owner.query(
      `select 1 from pg_stat_activity where query like '%base_product%' and state = 'active' and pid <> pg_backend_pid() and datname = current_database()`,
    );
    expect(rows).toEqual([]);
  }, SOON);
  expect(await seen(id)).toMatchObject({ state: 'cancelled', result: null });
  expect(await countOf('STOP')).toBe(0);
}, 60_000);

it('writes nothing for a person who lost the right meanwhile', async () => {
  const busy = await occupied();
  const { id } = await send(rowsOf('RIGHT', 3));
  await test.database.owner.query(
    `update system_role set status = '0' where id = any(select unnest(role) from "system_user" where id = $1)`,
    [person.id],
  );
  await test.database.owner.query(`delete from system_job where id = $1`, [busy]);
  const state = () =>
    test.database.owner.query<{ state: string }>('select state from system_job where id = $1', [
      id,
    ]);
  await vi.waitFor(async () => expect((await state()).rows[0]?.state).toBe('failed'), SOON);
  expect(await countOf('RIGHT')).toBe(0);
});
