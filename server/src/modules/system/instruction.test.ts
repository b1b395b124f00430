import type { InstructionReader, UnreadInstruction } from '@millwright/contract/system/instruction';
import { afterAll, describe, expect, it } from 'vitest';
import { storedFile } from '../../kernel/files/testing.ts';
import type { Headers } from '../../kernel/testing.ts';
import { openInstructions, type Row, TAGS } from './instruction.testing.ts';

const PATH = '/api/system/instructions';
const { test, site, author, chief, worker, get, make, act, published, tips } =
  await openInstructions();
afterAll(() => test.close());

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

it('S240 the home page counts those that one has to confirm at the site where one works', async () => {
  const other = await test.makeSite();
  const reads = ['system:instruction:list', 'system:instruction:query'];
  const user = await test.makeUser(reads, site, { associated: [other] });
  const here = await test.signIn(user, site.id);
  const todo = async (who: Headers) =>
    (await test.call<{ todo: object }>('POST', '/home/getPersonal', {}, who)).data.todo;
  const row = await published({ title: '首页' });
  const { list } = await get<{ list: unknown[] }>('/mine', here);
  expect(list).toHaveLength(1);
  expect(await todo(here)).toMatchObject({ toConfirm: 1, myTasks: 0, toInspect: 0 });
  expect(await todo(await test.signIn(user, other.id))).toMatchObject({ toConfirm: 0 });
  expect(await todo(author)).toMatchObject({ toConfirm: 0 });
  await published({ title: '不必确认', mustRead: false });
  await act(row, 'read', here);
  expect(await todo(here)).toMatchObject({ toConfirm: 0 });
});

it('an address names the site, since each site numbers its instructions from one', async () => {
  const places = await Promise.all([test.makeSite(), test.makeSite()]);
  const made: { row: Row; address: string }[] = [];
  for (const place of places) {
    const writer = await test.as(TAGS, place);
    const approver = await test.as([...TAGS, 'system:instruction:publish'], place);
    const row = await make({}, writer);
    await act(row, 'submit', writer);
    expect(await act(row, 'approve', approver)).toMatchObject({ code: 0 });
    const { address } = await get<{ address: string }>(`/${row.id}/qrcode`, writer);
    made.push({ row, address });
  }
  expect(new Set(made.map(({ row }) => row.code)).size).toBe(1);
  const reader = await test.signIn('admin');
  for (const { row, address } of made) {
    const asked = new URL(address, 'http://server').searchParams;
    const query = `?params[code]=${asked.get('view')}&params[siteId]=${asked.get('site')}&params[inEffect]=true`;
    const { list } = await get<{ list: Row[] }>(query, reader);
    expect(list.map(({ id }) => id)).toEqual([row.id]);
  }
});
