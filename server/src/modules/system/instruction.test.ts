import type { InstructionReader, UnreadInstruction } from '@millwright/contract/system/instruction';
import type { Tip } from '@millwright/contract/system/tip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Headers,
  type TestApp,
  testApp,
  type TestSite,
  type TestUser,
} from '../../kernel/testing.ts';

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
const act = (row: Row, action: string, who: Headers, body: object = {}) =>
  test.call<Row>('POST', `${PATH}/${row.id}/actions/${action}`, body, who);
const published = async (more: object = {}) => {
  const row = await make(more);
  await act(row, 'submit', author);
  return (await act(row, 'approve', chief)).data;
};
const tips = async (who: Headers) =>
  (
    await test.call<{ notifyList: Tip[] }>('GET', '/api/index/getActiveTipsVo', undefined, who)
  ).data.notifyList.map(({ message }) => message);

describe('instructions', () => {
  it('S14 are numbered, submitted, approved by somebody else, and the people of the site are told', async () => {
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
    await expect.poll(() => tips(author)).toContainEqual(expect.stringContaining('缺少转速'));
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

  it('S160 take a film by link or as an uploaded file, cleaned content, and nothing else', async () => {
    expect(
      await test.call('POST', PATH, { title: 'v', video: 'javascript:alert(1)' }, author),
    ).toMatchObject({ code: 422 });
    expect((await make({ video: 'https://example.com/film.mp4' })).video).toBe(
      'https://example.com/film.mp4',
    );
    const row = await make({
      video: '/edition/api/file/abc.mp4?signature=old',
      content: '<p onclick="x()">a<script>b</script></p>',
    });
    expect(row.video).toMatch(/^\/edition\/api\/file\/abc\.mp4\?/);
    expect(row.content).not.toMatch(/script|onclick/);
  });
});
