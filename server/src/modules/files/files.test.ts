import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filesFolder } from '../../kernel/files/folder.ts';
import { signAddress } from '../../kernel/files/sign.ts';
import { sweepFiles } from '../../kernel/files/sweep.ts';
import { MP4, sendFile } from '../../kernel/files/testing.ts';
import { sendForm } from '../../kernel/sheet-routes/sheet-call-testing.ts';
import { zipOf } from '../../kernel/sheet/sheet-testing.ts';
import { type Headers, testApp, type TestApp, type TestSite } from '../../kernel/testing.ts';

const UPLOAD = '/edition/api/file/upload';

let test: TestApp;
let site: TestSite;
let headers: Headers;
let png: Buffer;

beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  headers = await test.as(['base:product:list', 'base:product:query', 'base:product:add'], site);
  png = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#336699' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .png()
    .toBuffer();
});
afterAll(() => test.close());

const send = (kind: string, file: Buffer, name: string, as = headers) =>
  sendFile(test, kind, file, name, as);
const get = (url: string, as: Headers = {}) => test.app.inject({ method: 'GET', url, headers: as });
const plain = (address: string) => address.split('?')[0] ?? '';

async function fileRows(): Promise<number> {
  const { rows } = await test.database.owner.query<{ n: string }>('select count(*) as n from file');
  return Number(rows[0]?.n);
}

function filesOnDisk(): string[] {
  return readdirSync(filesFolder(), { recursive: true })
    .map(String)
    .filter((name) => /\.\w+$/.test(name));
}

it('S254 S255 S256 takes a film as multipart file with token and sub and answers its address first', async () => {
  const answer = await send('video', MP4, '加工.mp4');
  expect(answer).toMatchObject({
    code: 0,
    data: [expect.stringMatching(/^\/edition\/api\/file\/[0-9a-f]{32}\.mp4\?e=\d+&s=/)],
  });
  const film = await get(answer.data[0] ?? '');
  expect(film.statusCode).toBe(200);
  expect(film.headers).toMatchObject({
    'content-type': 'video/mp4',
    'x-content-type-options': 'nosniff',
  });
  expect(film.rawPayload.equals(MP4)).toBe(true);
  expect((await send('video', MP4, 'a.mp4', {})).code).toBe(402);
});

it('S288 takes MP4 only, by content and not by name', async () => {
  for (const [file, name] of [
    [png, 'film.mp4'],
    [Buffer.from('not a film'), 'film.mp4'],
    [Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0qt  more'), 'a.mp4'],
  ] as const) {
    expect(await send('video', file, name)).toMatchObject({
      code: 422,
      msg: '只能上传mp4格式文件!',
      data: { key: 'file.video' },
    });
  }
});

it('S289 S257 takes at most 20 MB and says so', async () => {
  const large = Buffer.concat([MP4, Buffer.alloc(20 * 1024 * 1024)]);
  expect(await send('video', large, 'a.mp4')).toMatchObject({
    code: 422,
    msg: '上传文件大小不能超过 20MB!',
    data: { key: 'file.tooLarge' },
  });
});

it('S241 writes pictures anew without what hides in them, with a small one beside', async () => {
  const answer = await sendForm<string[]>(
    test,
    '/api/user/uplaod',
    { file: png, name: 'wheel.jpg' },
    headers,
  );
  expect(answer.code).toBe(0);
  const [address = '', small = ''] = answer.data;
  expect(address).toMatch(/\.png\?/);
  const picture = await get(address);
  expect(picture.headers['content-disposition']).toMatch(/^inline/);
  expect(picture.rawPayload.includes('secret place')).toBe(false);
  expect(await sharp(picture.rawPayload).metadata()).toMatchObject({
    width: 800,
    height: 400,
    format: 'png',
  });
  expect(await sharp((await get(small)).rawPayload).metadata()).toMatchObject({
    width: 320,
    height: 160,
    format: 'webp',
  });
});

it('refuses broken, huge and foreign pictures and leaves nothing behind', async () => {
  const [rows, files] = [await fileRows(), filesOnDisk().length];
  const bomb = await sharp({
    create: { width: 9000, height: 9000, channels: 3, background: '#fff' },
  })
    .png()
    .toBuffer();
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  );
  expect((await send('image', png.subarray(0, 300), 'a.png')).data).toMatchObject({
    key: 'file.imageBroken',
  });
  expect((await send('image', bomb, 'a.png')).data).toMatchObject({ key: 'file.pixels' });
  expect((await send('image', svg, 'a.png')).data).toMatchObject({ key: 'file.image' });
  expect(
    (await send('image', Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]), 'a.png')).data,
  ).toMatchObject({ key: 'file.tooLarge' });
  expect((await send('image', Buffer.alloc(0), 'a.png')).data).toMatchObject({ key: 'file.empty' });
  expect([await fileRows(), filesOnDisk().length]).toEqual([rows, files]);
  expect(readdirSync(path.join(filesFolder(), 'incoming'))).toEqual([]);
});

it('takes attachments of the list, by content, and gives them back as downloads under their own name', async () => {
  const pdf = Buffer.from('%PDF-1.7\nhello');
  const address = (await send('attachment', pdf, '../../图纸 A.pdf')).data[0] ?? '';
  const answer = await get(address);
  expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain(
    `UTF-8''图纸 A.pdf`,
  );
  const zip = (await send('attachment', await zipOf({ 'a.txt': 'x' }), 'a.zip')).data[0] ?? '';
  expect((await get(zip)).headers['content-disposition']).toMatch(/^attachment/);
  for (const [file, name] of [
    ['<html><script>', 'a.html'],
    ['MZ\0\0', 'a.exe'],
    ['#!/bin/sh', 'a.sh'],
    ['a\0b', 'a.txt'],
    ['a;b\n1;2\n', 'a.csv'],
  ] as const) {
    expect((await send('attachment', Buffer.from(file), name)).data).toMatchObject({
      key: 'file.kind',
    });
  }
  expect((await send('package', pdf, 'a.apk')).code).toBe(403);
  expect((await send('nonsense', pdf, 'a.pdf')).code).toBe(400);
});

it('gives films in pieces', async () => {
  const address = (await send('video', MP4, 'a.mp4')).data[0] ?? '';
  const piece = await get(address, { range: 'bytes=4-7' });
  expect([piece.statusCode, piece.body, piece.headers['content-range']]).toEqual([
    206,
    'ftyp',
    `bytes 4-7/${MP4.length}`,
  ]);
  expect((await get(address, { range: 'bytes=999999-' })).statusCode).toBe(416);
  expect((await get(address, { range: 'bytes=-10' })).rawPayload.equals(MP4.subarray(-10))).toBe(
    true,
  );
});

it('takes large files in parts, goes on after a break, and checks the whole', async () => {
  const file = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(11 * 1024 * 1024)]);
  const sha256 = createHash('sha256').update(file).digest('hex');
  const about = { name: '大文件.pdf', size: file.length, sha256, kind: 'attachment' };
  const begun = await test.call<{
    uploadId: string;
    partSize: number;
    parts: number;
    received: number[];
  }>('POST', `${UPLOAD}/init`, about, headers);
  expect(begun.data).toMatchObject({ parts: 3, received: [] });
  const { uploadId, partSize } = begun.data;
  const put = (n: number, bytes: Buffer, as = headers) =>
    test.app.inject({
      method: 'PUT',
      url: `${UPLOAD}/${uploadId}/${n}`,
      headers: { ...as, 'content-type': 'application/octet-stream' },
      payload: bytes,
    });
  const part = (n: number) => file.subarray(n * partSize, (n + 1) * partSize);
  expect((await put(0, part(0))).json()).toMatchObject({ code: 0 });
  expect((await put(1, part(1).subarray(1))).json().data.key).toBe('file.part');
  expect((await put(7, part(0))).json().code).toBe(400);
  expect((await put(0, part(0), await test.as(['base:line:list'], site))).json().data.key).toBe(
    'upload.missing',
  );
  expect(
    (await test.call('POST', `${UPLOAD}/${uploadId}/complete`, {}, headers)).data,
  ).toMatchObject({ key: 'file.part' });
  await put(2, part(2));
  const again = await test.call<{ uploadId: string; received: number[] }>(
    'POST',
    `${UPLOAD}/init`,
    about,
    headers,
  );
  expect(again.data).toMatchObject({ uploadId, received: [0, 2] });
  await put(1, part(1));
  const done = await test.call<string[]>('POST', `${UPLOAD}/${uploadId}/complete`, {}, headers);
  expect(done.code).toBe(0);
  expect((await get(done.data[0] ?? '')).rawPayload.equals(file)).toBe(true);
  expect((await test.call('POST', `${UPLOAD}/${uploadId}/complete`, {}, headers)).code).toBe(404);
});

it('refuses parts that do not make the promised file', async () => {
  const about = { name: 'a.pdf', size: 9, sha256: 'a'.repeat(64), kind: 'attachment' };
  const { data } = await test.call<{ uploadId: string }>('POST', `${UPLOAD}/init`, about, headers);
  await test.app.inject({
    method: 'PUT',
    url: `${UPLOAD}/${data.uploadId}/0`,
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    payload: Buffer.from('%PDF-1.7 '),
  });
  expect(
    (await test.call('POST', `${UPLOAD}/${data.uploadId}/complete`, {}, headers)).data,
  ).toMatchObject({ key: 'file.hash' });
});

it('refuses forms that are none', async () => {
  const form = (payload: string, type = 'multipart/form-data; boundary=x') =>
    test.app.inject({
      method: 'POST',
      url: UPLOAD,
      headers: { ...headers, 'content-type': type },
      payload,
    });
  expect((await form('{}', 'application/json')).json().code).toBe(400);
  expect(
    (
      await form('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\ncut')
    ).json().code,
  ).toBe(400);
  expect(
    (await form('--x\r\nContent-Disposition: form-data; name="other"\r\n\r\n1\r\n--x--')).json()
      .data.key,
  ).toBe('file.missing');
  const misnamed =
    '--x\r\nContent-Disposition: form-data; name="other"; filename="a.mp4"\r\n\r\n1\r\n--x--';
  expect((await form(misnamed)).json().data.key).toBe('file.missing');
  const two =
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n1\r\n'.repeat(2);
  expect((await form(`${two}--x--`)).json().data.key).toBe('file.several');
});

it('sweeps what nothing refers to after a day, and contents without a row', async () => {
  const kept = plain((await send('image', png, 'a.png')).data[0] ?? '');
  const unused = plain((await send('image', png, 'a.png')).data[0] ?? '');
  await test.database.owner.query(
    `insert into base_product (site_id, category, material_code, product_name, standard_beat, status, image) values ($1, 'wheel', 'F-9', 'x', 1, '1', $2)`,
    [site.id, kept],
  );
  expect(await sweepFiles(test.database.app)).toBe(0);
  const tomorrow = Date.now() + 25 * 3_600_000;
  expect(await sweepFiles(test.database.app, tomorrow)).toBeGreaterThan(0);
  expect((await get(signAddress(kept))).headers['content-type']).toMatch(/^image\//);
  expect((await get(signAddress(unused))).json().code).toBe(404);
  expect(filesOnDisk().length).toBe(2);
  expect(await fileRows()).toBe(1);
});
