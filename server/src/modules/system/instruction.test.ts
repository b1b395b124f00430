import type { InstructionReader, UnreadInstruction } from '@millwright/contract/system/instruction';
import type { Tip } from '@millwright/contract/system/tip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storedFile } from '../../kernel/files/testing.ts';
import {
  type Headers,
  type TestApp,
  testApp,
  type TestSite,
  type TestUser,
} from '../../kernel/testing.ts';
import { letTimePass } from '../production/passing-time.ts';

let test: TestApp;
let site: TestSite;
let author: Headers;
let chief: Headers;
let worker: Headers;
let workerUser: TestUser;

const PATH = '/api/system/instructions';
const TAGS = ['list', 'query', 'add', 'edit', 'remove', 'submit', 'print'].map(
  (name) => `system:instruction:${name}`,
);

interface Row {
  id: string;
  code: string;
  version: number;
  revision: number;
  state: string;
  content: string | null;
  video: string | null;
  actions: string[];
  readRate: string | null;
  effectiveFrom: string | null;
  inEffect: boolean;
  reason: string | null;
}

beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  author = await test.as(TAGS, site);
  chief = await test.as([...TAGS, 'system:instruction:publish'], site);
  workerUser = await test.makeUser(['system:instruction:list', 'system:instruction:query'], site);
  worker = await test.signIn(workerUser);
});
afterAll(() => test.close());

const get = async <T>(url: string, who: Headers) =>
  (await test.call<T>('GET', `${PATH}${url}`, undefined, who)).data;
const make = async (more: object = {}, who = author) =>
  (
    await test.call<Row>(
      'POST',
      PATH,
      { title: 'W1890A 粗车 OP10', content: '<p>夹紧后启动</p>', mustRead: true, ...more },
      who,
    )
  ).data;
/** An action under the revision that the row has now. */
const act = async (row: Row, action: string, who: Headers, body: object = {}) => {
  const { rows } = await test.database.owner.query<{ revision: number }>(
    'select revision from system_instruction where id = $1',
    [row.id],
  );
  const sent = { revision: rows[0]?.revision, ...body };
  return test.call<Row>('POST', `${PATH}/${row.id}/actions/${action}`, sent, who);
};
const published = async (more: object = {}) => {
  const row = await make(more);
  await act(row, 'submit', author);
  return (await act(row, 'approve', chief)).data;
};
const tips = async (who: Headers) =>
  (
    await test.call<{ notifyList: Tip[] }>('GET', '/api/index/getActiveTipsVo', undefined, who)
  ).data.notifyList.map(({ message }) => message);

const passTime = () => test.app.services.asSystem((trx) => letTimePass(trx, test.app.services));

describe('instructions', () => {
  it('are numbered, submitted, approved by somebody else, and the people of the site are told', async () => {
    const row = await make();
    expect(row).toMatchObject({
      code: expect.stringMatching(/^SOP-\d{4}-0001$/),
      version: 1,
      state: 'draft',
    });
    expect(row.actions).toContain('submit');
    expect((await act(row, 'submit', author)).data.state).toBe('pending');
    await expect.poll(() => tips(chief)).toEqual([expect.stringContaining('待审批')]);
    expect(await act(row, 'approve', author)).toMatchObject({ code: 403 });
    const done = (await act(row, 'approve', chief)).data;
    expect(done).toMatchObject({
      state: 'published',
      effectiveFrom: expect.stringMatching(/^\d{4}-/),
      readRate: '0.00',
    });
    await expect.poll(() => tips(worker)).toEqual([expect.stringContaining('请阅读并确认')]);
    expect((await get<{ list: UnreadInstruction[] }>('/mine', worker)).list).toMatchObject([
      { id: row.id, version: 1 },
    ]);
    const readers = (await get<{ list: InstructionReader[] }>(`/${row.id}/readers`, author)).list;
    expect(readers.map(({ readTime }) => readTime)).toEqual([null, null]);
    const seen = await get<Row>(`/${row.id}`, worker);
    expect(seen.actions).toEqual(['read']);
    expect((await act(row, 'read', worker)).data).toMatchObject({ readRate: '50.00', actions: [] });
    await act(row, 'read', worker);
    expect((await get<Row>(`/${row.id}`, worker)).readRate).toBe('50.00');
    await expect.poll(() => tips(worker)).toEqual([]);
    expect((await get<{ list: unknown[] }>('/mine', worker)).list).toEqual([]);
  });

  it('are not approved by their author, not submitted by another, not submitted empty', async () => {
    const own = await make({}, chief);
    expect(await act(own, 'submit', author)).toMatchObject({
      code: 409,
      data: { key: 'row.actor' },
    });
    await act(own, 'submit', chief);
    expect(await act(own, 'approve', chief)).toMatchObject({
      code: 409,
      data: { key: 'instruction.approve.own' },
    });
    const empty = await make({ content: '<p><br></p>' });
    expect(await act(empty, 'submit', author)).toMatchObject({
      code: 422,
      data: { key: 'instruction.submit.empty' },
    });
    expect(await act(empty, 'approve', chief)).toMatchObject({
      code: 409,
      data: { key: 'row.state' },
    });
  });

  it('go back with a reason that the author is told', async () => {
    const row = await make({ title: '退回的' });
    await act(row, 'submit', author);
    expect(await act(row, 'reject', chief)).toMatchObject({
      code: 422,
      data: { key: 'row.reason' },
    });
    expect((await act(row, 'reject', chief, { reason: '缺少转速' })).data).toMatchObject({
      state: 'draft',
      reason: '缺少转速',
    });
    const told = expect.stringContaining('缺少转速');
    await expect.poll(() => tips(author)).toContainEqual(told);
    await act(row, 'submit', author);
    await expect.poll(() => tips(author)).not.toContainEqual(told);
    await act(row, 'reject', chief, { reason: '缺少转速' });
    await expect.poll(() => tips(author)).toContainEqual(told);
    expect(await test.call('DELETE', `${PATH}/${row.id}`, undefined, author)).toMatchObject({
      code: 0,
    });
    await expect.poll(() => tips(author)).not.toContainEqual(told);
  });

  it('once published stay as they are: a change is a new version that takes the old one’s place', async () => {
    const first = await published({ title: '两版' });
    expect(
      await test.call(
        'PUT',
        `${PATH}/${first.id}`,
        { revision: first.revision, title: 'x' },
        chief,
      ),
    ).toMatchObject({ code: 409 });
    expect(await test.call('DELETE', `${PATH}/${first.id}`, undefined, chief)).toMatchObject({
      code: 409,
    });
    const second = (await act(first, 'revise', author)).data;
    expect(second).toMatchObject({
      code: first.code,
      version: 2,
      state: 'draft',
      content: first.content,
    });
    expect(await act(first, 'revise', author)).toMatchObject({
      code: 409,
      data: { key: 'instruction.revise.open' },
    });
    await act(second, 'submit', author);
    await act(second, 'approve', chief);
    const { list } = await get<{ list: Row[] }>(`/${first.id}/versions`, author);
    expect(list.map(({ version, state }) => [version, state])).toEqual([
      [2, 'published'],
      [1, 'obsolete'],
    ]);
    expect(await act(second, 'obsolete', chief)).toMatchObject({ code: 422 });
    expect((await act(second, 'obsolete', chief, { reason: '停产' })).data.state).toBe('obsolete');
  });

  it('take effect on their day: until then the older version holds, and nobody is asked to confirm', async () => {
    const first = await published({ title: '生效日期' });
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const draft = (await act(first, 'revise', author)).data;
    const dated = await test.call<Row>(
      'PUT',
      `${PATH}/${draft.id}`,
      { revision: draft.revision, effectiveFrom: day },
      author,
    );
    await act(dated.data, 'submit', author);
    const waiting = (await act(dated.data, 'approve', chief)).data;
    expect(waiting).toMatchObject({ state: 'published', inEffect: false, effectiveFrom: day });
    expect(await act(waiting, 'read', chief)).toMatchObject({
      code: 409,
      data: { key: 'instruction.read.early' },
    });
    const seen = async () =>
      (await get<{ list: Row[] }>(`?params[code]=${first.code}`, worker)).list.map(
        ({ version }) => version,
      );
    const asked = async () =>
      (await get<{ list: UnreadInstruction[] }>('/mine', worker)).list
        .filter(({ code }) => code === first.code)
        .map(({ version }) => version);
    await passTime();
    expect([await seen(), await asked()]).toEqual([[1], [1]]);
    expect((await get<Row>(`/${first.id}`, author)).state).toBe('published');
    expect(await test.call('GET', `${PATH}/${waiting.id}`, undefined, worker)).toMatchObject({
      code: 404,
    });

    await test.database.owner.query(
      `update system_instruction set effective_from = current_date - 1 where id = $1`,
      [waiting.id],
    );
    await passTime();
    expect([await seen(), await asked()]).toEqual([[2], [2]]);
    expect(await get<Row>(`/${first.id}`, author)).toMatchObject({
      state: 'obsolete',
      inEffect: false,
      reason: 'V2',
    });
  });

  it('due on the same day leave the newest in effect, wherever it lies in the table', async () => {
    const first = await published({ title: '同日两版', mustRead: false });
    const keeper = await test.as(
      ['base:procedure:list', 'base:procedure:query', 'base:procedure:add'],
      site,
    );
    const procedure = {
      procedureCode: 'OP78',
      procedureName: '同日',
      procedureType: 'machine',
      sequence: 78,
      instruction: first.id,
    };
    const made = await test.call<{ id: string }>('POST', '/api/base/procedures', procedure, keeper);
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const next = async (row: Row) => {
      const draft = (await act(row, 'revise', author)).data;
      const body = { revision: draft.revision, effectiveFrom: day };
      const dated = (await test.call<Row>('PUT', `${PATH}/${draft.id}`, body, author)).data;
      await act(dated, 'submit', author);
      return (await act(dated, 'approve', chief)).data;
    };
    const second = await next(first);
    const third = await next(second);
    // The newest row of the table first, as a busy table may have it.
    for (const { id } of [third, second])
      await test.database.owner.query(
        `update system_instruction set effective_from = current_date - 1 where id = $1`,
        [id],
      );
    await passTime();
    const { list } = await get<{ list: Row[] }>(`/${first.id}/versions`, author);
    expect(list.map(({ version, state, inEffect }) => [version, state, inEffect])).toEqual([
      [3, 'published', true],
      [2, 'obsolete', false],
      [1, 'obsolete', false],
    ]);
    const shown = await test.call<{ instruction: string }>(
      'GET',
      `/api/base/procedures/${made.data.id}`,
      undefined,
      keeper,
    );
    expect(shown.data.instruction).toBe(third.id);
  });

  it('ask people to confirm who join their site or role later, once', async () => {
    const row = await published({ title: '新人' });
    const before = await get<Row & { addressed: number }>(`/${row.id}`, author);
    const joined = await test.as(['system:instruction:list', 'system:instruction:query'], site);
    const asked = async () =>
      (await get<{ list: UnreadInstruction[] }>('/mine', joined)).list.filter(
        ({ id }) => id === row.id,
      );
    expect(await asked()).toEqual([]);
    await passTime();
    await passTime();
    expect(await asked()).toMatchObject([{ code: row.code, version: 1 }]);
    expect((await get<{ addressed: number }>(`/${row.id}`, author)).addressed).toBe(
      before.addressed + 1,
    );
    await expect.poll(() => tips(joined)).toContainEqual(expect.stringContaining(row.code));
  });

  it('show people at the line only what is published, and other sites nothing', async () => {
    const draft = await make({ title: '草稿' });
    expect(await test.call('GET', `${PATH}/${draft.id}`, undefined, worker)).toMatchObject({
      code: 404,
    });
    const { list } = await get<{ list: Row[] }>('?params[state]=draft', worker);
    expect(list.every(({ state }) => state === 'published')).toBe(true);
    const stranger = await test.as(TAGS, await test.makeSite());
    expect(await test.call('GET', `${PATH}/${draft.id}`, undefined, stranger)).toMatchObject({
      code: 404,
    });
  });

  it('take a film by link or as an uploaded file, cleaned content, and nothing else', async () => {
    expect(
      await test.call('POST', PATH, { title: 'v', video: 'javascript:alert(1)' }, author),
    ).toMatchObject({ code: 422 });
    expect((await make({ video: 'https://example.com/film.mp4' })).video).toBe(
      'https://example.com/film.mp4',
    );
    const film = await storedFile(test, 'video', author);
    const row = await make({
      video: `${film}?signature=old`,
      content: '<p onclick="x()">a<script>b</script></p>',
    });
    expect(row.video?.split('?e=')[0]).toBe(film);
    expect(row.content).not.toMatch(/script|onclick/);
  });
});

it('a procedure shows the published version: the next one takes its place, and a withdrawn one leaves it', async () => {
  const keeper = await test.as(
    ['base:procedure:list', 'base:procedure:query', 'base:procedure:add', 'base:procedure:edit'],
    site,
  );
  const draft = await make({ mustRead: false });
  const procedure = {
    procedureCode: 'OP77',
    procedureName: '打磨',
    procedureType: 'machine',
    sequence: 77,
  };
  const add = (instruction: string) =>
    test.call<{ id: string }>(
      'POST',
      '/api/base/procedures',
      { ...procedure, instruction },
      keeper,
    );
  const early = await add(draft.id);
  expect([early.code, JSON.stringify(early.data)]).toEqual([
    422,
    expect.stringContaining('"instruction"'),
  ]);
  const publish = async (row: Row) => {
    await act(row, 'submit', author);
    expect((await act(row, 'approve', chief)).code).toBe(0);
  };
  await publish(draft);
  const { data } = await add(draft.id);
  const shown = async () =>
    (
      await test.call<{ instruction: string | null }>(
        'GET',
        `/api/base/procedures/${data.id}`,
        undefined,
        keeper,
      )
    ).data.instruction;
  expect(await shown()).toBe(draft.id);
  const next = (await act(draft, 'revise', author)).data;
  expect(await shown()).toBe(draft.id);
  await publish(next);
  expect(await shown()).toBe(next.id);
  expect((await act(next, 'obsolete', chief, { reason: '停用' })).code).toBe(0);
  expect(await shown()).toBeNull();
});

it('instructions, boards and alarm texts are sorted and found by what the documents say', async () => {
  const row = await published({ titleEn: 'Flag sheet' });
  const lists = {
    [PATH]: [
      'sort=title&params[titleEn]=flag%20sheet',
      `sort=titleEn&params[publishTime][begin]=2020-01-01&params[titleEn]=flag%20sheet`,
    ],
    '/api/system/kanbans': ['sort=ip', 'sort=clientVersion', 'sort=currentPage'],
    '/api/alarm/configs': ['params[time][begin]=2020-01-01'],
  };
  const reader = await test.as('super_admin', site);
  const found: unknown[] = [];
  for (const [path, queries] of Object.entries(lists))
    for (const query of queries) {
      const answer = await test.call<{ list: { id: string }[] }>(
        'GET',
        `${path}?${query}`,
        undefined,
        reader,
      );
      expect(answer, query).toMatchObject({ code: 0 });
      if (path === PATH) found.push(answer.data.list.map(({ id }) => id));
    }
  expect(found).toEqual([[row.id], [row.id]]);
});

it('instructions are sorted by the words that stand for author and approver', async () => {
  const place = await test.makeSite();
  const users = await Promise.all([1, 2, 3].map(() => test.makeUser(TAGS, place)));
  const names = users.map(({ username }) => username).toSorted();
  // The last by name writes first, so that ids and names are in opposite order.
  for (const name of names.toReversed()) {
    const user = users.find(({ username }) => username === name);
    if (user) await make({}, await test.signIn(user));
  }
  const reader = await test.as('super_admin', place);
  const authors = async (query: string) =>
    (await get<{ list: { shown: { author: string } }[] }>(`?sort=${query}`, reader)).list.map(
      ({ shown }) => shown.author.split(' ')[0],
    );
  expect(await authors('author&order=ASC')).toEqual(names);
  expect(await authors('author&order=DESC')).toEqual(names.toReversed());
  expect(await authors('approver&order=ASC')).toHaveLength(3);
});
