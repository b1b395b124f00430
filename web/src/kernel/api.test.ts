import { request } from '@millwright/contract/constants';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from './api.ts';
import { addressOf } from './bases.ts';
import { NO_ANSWER, Refusal } from './refusal.ts';
import { toasts } from './toast.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  toasts.set([]);
});

/** The network answers like this; what is asked is kept. */
function network(answer: (address: string) => Promise<Response>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    if (address.endsWith('/config.json')) return Promise.resolve(new Response('', { status: 404 }));
    asked.push(address);
    return answer(address);
  });
  return asked;
}

const said = () => toasts.get().flatMap(({ lines }) => lines);

it('S208 S280 every call goes to the one base and waits 200000 ms at most', async () => {
  const limit = vi.spyOn(AbortSignal, 'timeout');
  const asked = network(() => Promise.resolve(Response.json({ code: 0, msg: '', data: 7 })));
  expect(await api.get('/api/base/products', { page: 1 })).toBe(7);
  expect(asked).toEqual(['/api/base/products?page=1']);
  expect(limit).toHaveBeenCalledWith(200_000);
  expect(request.timeoutMs).toBe(200_000);
});

it('S209 S210 the MOM, person and edition services have bases of their own', async () => {
  network(() => Promise.reject(new Error('not asked')));
  expect(await addressOf('api', '/api/x')).toBe('/api/x');
  expect(await addressOf('mom', '/api/mom/index/getActiveTipsVo')).toBe(
    '/mom/api/mom/index/getActiveTipsVo',
  );
  expect(await addressOf('person', '/insertCheckResult')).toBe('/person/insertCheckResult');
  expect(await addressOf('edition', '/api/file/upload')).toBe('/edition/api/file/upload');
});

it('S268 a call that takes too long is told as a timeout', async () => {
  network(() => Promise.reject(new DOMException('late', 'TimeoutError')));
  const refused = await api.get('/api/x').catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: NO_ANSWER.timeout });
  expect(refused).toBeInstanceOf(Refusal);
  expect(said()).toEqual(['系统接口请求超时']);
});

it('S267 S269 no network, and a wrong HTTP status', async () => {
  network(() => Promise.reject(new TypeError('failed')));
  await expect(api.get('/api/x')).rejects.toMatchObject({ code: NO_ANSWER.network });
  network(() => Promise.resolve(new Response('', { status: 503 })));
  await expect(api.get('/api/x')).rejects.toMatchObject({ code: NO_ANSWER.status });
  expect(said()).toEqual(['服务繁忙，请稍后再试', '系统接口503异常']);
});

it('says nothing of a call that nobody waits for any more, before its answer and within it', async () => {
  for (const answer of [() => new Promise<Response>(() => {}), half]) {
    const gone = new AbortController();
    vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
      const failed = new Promise<never>((_done, fail) =>
        signal?.addEventListener('abort', () => fail(new DOMException('', 'AbortError'))),
      );
      return Promise.race([answer(failed), failed]);
    });
    const call = api.get('/api/x', {}, { signal: gone.signal });
    setTimeout(() => gone.abort());
    await expect(call).rejects.toMatchObject({ code: NO_ANSWER.aborted });
  }
  expect(said()).toEqual([]);
});

/** Headers have come, the rest of the answer never does. */
function half(failed: Promise<never>): Promise<Response> {
  const answer = new Response('{');
  return Promise.resolve(Object.assign(answer, { json: () => failed }));
}

it('S264 S265 a refusal is shown and the call rejected; without words a 500 reads Error', async () => {
  network(() => Promise.resolve(Response.json({ code: 500, msg: '', data: null })));
  await expect(api.get('/api/x')).rejects.toMatchObject({ code: 500 });
  network(() => Promise.resolve(Response.json({ code: 409, msg: '已存在', data: null })));
  await expect(api.post('/api/x', {})).rejects.toMatchObject({ code: 409, message: '已存在' });
  expect(said()).toEqual(['Error', '已存在']);
});

it('S266 a file passes through untouched', async () => {
  const bytes = new Uint8Array([80, 75, 3, 4, 0, 255]);
  network(() =>
    Promise.resolve(
      new Response(bytes, { headers: { 'Content-Type': 'application/vnd.ms-excel' } }),
    ),
  );
  const { blob } = await api.file('/api/x/export');
  expect(new Uint8Array(await blob.arrayBuffer())).toEqual(bytes);
});

it('tells the problems that a form has no field for, and leaves the others to it', async () => {
  const errors = [
    { field: 'hours', label: '时长', key: 'field.required', message: '时长不能为空' },
    { field: 'parts.0.reasonId', label: '各段 第1行 原因', key: 'ref.missing', message: '无' },
    { field: 'reason', label: '原因', key: 'row.reason', message: '请填写原因' },
  ];
  network(() =>
    Promise.resolve(Response.json({ code: 422, msg: '…', data: { key: 'row.reason', errors } })),
  );
  await api.post('/api/x', {}, { form: ['hours', 'parts'] }).catch(() => 0);
  expect(said()).toEqual(['原因：请填写原因']);
  toasts.set([]);
  await api.post('/api/x', {}, { form: true }).catch(() => 0);
  expect(said()).toEqual([]);
  await api.post('/api/x').catch(() => 0);
  expect(said()).toHaveLength(3);
});
