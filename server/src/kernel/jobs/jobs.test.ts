import type { Job } from '@millwright/contract/system/job';
import type { Tip } from '@millwright/contract/system/tip';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { sweepFiles } from '../files/sweep.ts';
import { readWorkbook } from '../sheet/read-workbook.ts';
import { allRows, values } from '../sheet/sheet-testing.ts';
import { type Headers, testApp, type TestApp, type TestSite, type TestUser } from '../testing.ts';
import { JOBS, jobElsewhere, jobSeen, jobUntil, SOON } from './job-testing.ts';
import { claimJob, forgetOldJobs } from './queue.ts';

const PRODUCTS = '/api/base/products';
const TAGS = ['base:product:list', 'base:product:export'];

let test: TestApp;
let site: TestSite;
let person: TestUser;
let headers: Headers;
let admin: Headers;

beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  admin = await test.signIn('admin');
  await test.call('PUT', '/api/system/settings/export.maxRows', { value: '100' }, admin);
  await addProducts(site, 1500);
});
afterAll(() => test.close());

beforeEach(async () => {
  person = await test.makeUser(TAGS, site);
  headers = await test.signIn(person);
});

async function addProducts(at: TestSite, count: number): Promise<void> {
  await test.database.owner.query(
    `insert into base_product (site_id, category, material_code, product_name, standard_beat, status)
     select $1, 'wheel', 'P-' || lpad(n::text, 6, '0'), '轮' || n, 90, '1' from generate_series(1, $2::int) n`,
    [at.id, count],
  );
}

async function start(query = ''): Promise<Job> {
  const answer = await test.call<{ job: Job }>(
    'GET',
    `${PRODUCTS}/export${query}`,
    undefined,
    headers,
  );
  expect(answer).toMatchObject({ code: 0, data: { job: { kind: 'export' } } });
  return answer.data.job;
}

const seen = (id: string, as = headers) => jobSeen(test, id, as);
const until = (id: string, state: Job['state']) => jobUntil(test, id, state, headers);

const file = (id: string, as = headers) =>
  test.app.inject({ method: 'GET', url: `${JOBS}/${id}/file`, headers: as });

const occupied = () => jobElsewhere(test, site, person);

it('sends few rows at once, and makes a job of more', async () => {
  const few = await test.app.inject({
    method: 'GET',
    url: `${PRODUCTS}/export?params[materialCode]=P-00001`,
    headers,
  });
  expect(few.headers['content-type']).toBe('application/vnd.ms-excel');
  const made = await start('?columns=materialCode,productName&sort=materialCode&order=ASC');
  expect(made).toMatchObject({ total: 1500, title: '产品', fileName: null });
  const done = await until(made.id, 'done');
  expect(done).toMatchObject({ progress: 100, rows: 1500, error: null });
  expect(done.fileName).toMatch(/^产品_\d{14}\.xlsx$/);
  const sent = await file(made.id);
  expect(decodeURIComponent(String(sent.headers['content-disposition']))).toContain(done.fileName);
  const workbook = await readWorkbook(sent.rawPayload, { rows: 10_000 });
  const rows = values(await allRows(workbook.rows(0)));
  expect(rows).toHaveLength(1501);
  expect(rows[1500]).toEqual(['P-001500', '轮1500']);
});

it('tells in the bell of whoever asked that it has ended, until the file is taken or the notice read', async () => {
  const tips = async () =>
    (
      await test.call<{ notifyList: Tip[] }>(
        'GET',
        '/api/index/getActiveTipsVo',
        undefined,
        headers,
      )
    ).data.notifyList;
  const before = new Set((await tips()).map(({ id }) => id));
  const told = async () => (await tips()).filter(({ id }) => !before.has(id));
  const { id } = await start();
  await until(id, 'done');
  await expect.poll(told).toMatchObject([
    {
      message: '导出 · 产品 已完成（1,500 行），可在任务中心下载',
      link: '/user/profile?tab=tasks',
    },
  ]);
  await file(id);
  await expect.poll(told).toEqual([]);

  // Of a worker that died more than once, so that no other one can be quicker.
  const failing = await occupied();
  await test.database.owner.query(
    `update system_job set attempts = 9, lease_until = now() - interval '1 second' where id = $1`,
    [failing],
  );
  await until(failing, 'failed');
  await expect
    .poll(told)
    .toMatchObject([{ message: expect.stringContaining('失败：任务多次中断') }]);
  const [notice] = await told();
  const ids = [notice?.id];
  await test.call('POST', '/api/index/notifications/actions/read', { ids }, headers);
  await expect.poll(told).toEqual([]);
});

it('writes the export into the operate log when it is asked for', async () => {
  await start('?format=csv');
  const { rows } = await test.database.owner.query(
    `select changes->'fields'->0->>'after' as count, business_type from log_operate where operator like $1 and entity = 'base/product'`,
    [`%${person.username}`],
  );
  expect(rows).toEqual([{ count: '1500', business_type: '5' }]);
});

it('refuses what is wrong with a query before it becomes a job', async () => {
  const wrong = await test.call('GET', `${PRODUCTS}/export?params[nonsense]=1`, undefined, headers);
  expect(wrong.code).toBe(400);
});

it('shows a job to its owner and to super administrators alone', async () => {
  const { id } = await start();
  const other = await test.as(TAGS, site);
  for (const url of [`${JOBS}/${id}`, `${JOBS}/${id}/file`])
    expect(await test.call('GET', url, undefined, other)).toMatchObject({ code: 404 });
  expect(await test.call('POST', `${JOBS}/${id}/actions/cancel`, {}, other)).toMatchObject({
    code: 404,
    data: { key: 'row.missing' },
  });
  expect((await seen(id, admin)).id).toBe(id);
  const list = (as: Headers, query = '') =>
    test.call<{ list: Job[]; total: number }>('GET', `${JOBS}${query}`, undefined, as);
  expect((await list(headers)).data).toMatchObject({ total: 1, list: [{ id }] });
  expect((await list(other, '?all=true')).data.total).toBe(0);
  expect((await list(admin)).data.total).toBe(0);
  expect((await list(admin, '?all=true')).data.total).toBeGreaterThan(0);
  expect((await list(headers, '?limit=0')).code).toBe(400);
  await until(id, 'done');
});

it('does one at a time for a person, and cancels what waits', async () => {
  const first = await occupied();
  const { id } = await start();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await seen(id)).toMatchObject({ state: 'queued', progress: 0 });
  const cancel = (of: string) =>
    test.call<Job>('POST', `${JOBS}/${of}/actions/cancel`, {}, headers);
  expect((await cancel(id)).data).toMatchObject({ state: 'cancelled' });
  expect(await cancel(id)).toMatchObject({ code: 409, data: { key: 'job.cancel.over' } });
  // The running one ends too, and the next begins.
  expect((await cancel(first)).data).toMatchObject({ state: 'cancelled' });
  await until((await start()).id, 'done');
});

it('takes ten waiting ones of a person, not more', async () => {
  const first = await occupied();
  for (let count = 0; count < 10; count += 1) await start();
  expect(await test.call('GET', `${PRODUCTS}/export`, undefined, headers)).toMatchObject({
    code: 409,
    data: { key: 'job.queue.full' },
  });
  await test.database.owner.query(`delete from system_job where user_id = $1`, [person.id]);
  expect((await test.call('GET', `${JOBS}/${first}`, undefined, headers)).code).toBe(404);
});

it('stops within a second when it is cancelled while it runs', async () => {
  // Rows that are locked by nobody, but many: the workbook takes several beats, on a fast machine too.
  const many = await test.makeSite();
  await addProducts(many, 240_000);
  person = await test.makeUser(TAGS, many);
  headers = await test.signIn(person);
  const { id } = await start();
  await vi.waitFor(async () => expect((await seen(id)).rows).toBeGreaterThan(0), SOON);
  expect(await seen(id)).toMatchObject({ state: 'running' });
  expect((await test.call('POST', `${JOBS}/${id}/actions/cancel`, {}, headers)).code).toBe(0);
  await until(id, 'cancelled');
  // A further one of the same person can begin: the worker has let go.
  const next = await start('?params[materialCode]=P-001&format=csv');
  await until(next.id, 'done');
  expect(await seen(id)).toMatchObject({ state: 'cancelled', fileName: null });
}, 240_000);

it('goes on with a job whose worker died, but not for ever', async () => {
  const id = await occupied();
  await test.database.owner.query(
    `update system_job set lease_until = now() - interval '1 second' where id = $1`,
    [id],
  );
  expect((await until(id, 'done')).rows).toBe(1500);
  const worn = await occupied();
  await test.database.owner.query(
    `update system_job set lease_until = now() - interval '1 second', attempts = 3 where id = $1`,
    [worn],
  );
  expect(await until(worn, 'failed')).toMatchObject({ error: '任务多次中断，请重新发起' });
});

it('gives nothing to a person who lost the right meanwhile', async () => {
  const first = await occupied();
  const { id } = await start();
  await test.database.owner.query(
    `update system_role set status = '0' where id = any(select unnest(role) from "system_user" where id = $1)`,
    [person.id],
  );
  await test.call('POST', `${JOBS}/${first}/actions/cancel`, {}, admin);
  await vi.waitFor(async () => expect((await seen(id, admin)).state).toBe('failed'), SOON);
  expect((await seen(id, admin)).error).toBe('没有操作权限');
});

it('is taken by one worker, however many ask at once', async () => {
  await occupied();
  await start();
  await test.database.owner.query(
    `update system_job set state = 'cancelled' where state = 'running'`,
  );
  const claims = await Promise.all(
    Array.from({ length: 8 }, (_, index) => claimJob(test.database.app, `w${index}`)),
  );
  const own = claims.filter((job) => job?.userId === person.id);
  expect(own.length).toBeLessThanOrEqual(1);
});

it('keeps the file for seven days', async () => {
  const { id } = await start('?format=csv');
  const done = await until(id, 'done');
  expect(Date.parse(done.fileUntil ?? '') - Date.parse(done.endTime ?? '')).toBe(7 * 86_400_000);
  const days = (count: number) =>
    test.database.owner.query(
      `with j as (update system_job set end_time = now() - make_interval(days => $2) where id = $1)
       update file set create_time = now() - make_interval(days => $2) where name = (select split_part(file, '/', 5) from system_job where id = $1)`,
      [id, count],
    );
  await days(6);
  await forgetOldJobs(test.database.app, 7);
  await sweepFiles(test.database.app);
  expect((await file(id)).statusCode).toBe(200);
  expect((await file(id)).headers['content-type']).toContain('csv');
  await days(8);
  await forgetOldJobs(test.database.app, 7);
  expect(await sweepFiles(test.database.app)).toBe(1);
  expect((await file(id)).json()).toMatchObject({ code: 404, data: { key: 'job.file.gone' } });
  expect(await seen(id)).toMatchObject({ state: 'done', fileName: null });
});

it('refuses an export of more rows than the task centre may write, and says how many', async () => {
  const setMost = (value: string) =>
    test.call('PUT', '/api/system/settings/export.jobMaxRows', { value }, admin);
  const place = await test.makeSite();
  await addProducts(place, 10_001);
  const theirs = await test.as(TAGS, place);
  const asked = (query = '') =>
    test.call<{ job: Job }>('GET', `${PRODUCTS}/export?format=csv${query}`, undefined, theirs);
  await setMost('10000');
  expect(await asked()).toMatchObject({
    code: 409,
    msg: expect.stringContaining('10,000 行'),
    data: { key: 'job.export.tooMany' },
  });
  const fewer = await asked('&params[materialCode]=P-00');
  expect(fewer.data.job.total).toBe(9_999);
  await setMost('1000000');
  expect((await asked()).data.job.total).toBe(10_001);
});

it('keeps the file of a job for as many days as the setting says', async () => {
  const { id } = await start('?format=csv');
  const done = await until(id, 'done');
  const kept = ({ fileUntil, endTime }: Job) =>
    (Date.parse(fileUntil ?? '') - Date.parse(endTime ?? '')) / 86_400_000;
  expect(kept(done)).toBe(7);
  const days = (value: string) =>
    test.call('PUT', '/api/system/settings/export.keepDays', { value }, admin);
  await days('3');
  expect(kept(await seen(id))).toBe(3);
  await days('7');
});
