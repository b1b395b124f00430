import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signAddress } from '../../kernel/files/sign.ts';
import { sendFile } from '../../kernel/files/testing.ts';
import { type Headers, testApp, type TestApp, type TestSite } from '../../kernel/testing.ts';

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

it('opens an address for an hour by its signature, afterwards only to those who may', async () => {
  const address = (await send('attachment', Buffer.from('%PDF-1.7 x'), 'a.pdf')).data[0] ?? '';
  expect((await get(`${address}x`)).json().code).toBe(402);
  expect((await get(plain(address))).json().code).toBe(402);
  expect((await get(signAddress(address, Date.now() - 3_700_000))).json().code).toBe(402);
  expect((await get(plain(address), headers)).statusCode).toBe(200);
  const colleague = await test.as(['base:product:query'], site);
  const stranger = await test.as(['base:product:query'], await test.makeSite());
  expect((await get(plain(address), colleague)).json().data.key).toBe('row.missing');
  expect((await get('/edition/api/file/..%2f..%2fetc%2fpasswd', headers)).json().code).toBe(404);
  const image = plain((await send('image', png, 'a.png')).data[0] ?? '');
  await test.database.owner.query(
    `insert into base_product (site_id, category, material_code, product_name, standard_beat, status, image) values ($1, 'wheel', 'F-1', 'x', 1, '1', $2)`,
    [site.id, image],
  );
  expect((await get(image, colleague)).statusCode).toBe(200);
  expect((await get(image, stranger)).json().data.key).toBe('row.missing');
  const blind = await test.as(['base:line:list'], site);
  expect((await get(image, blind)).json().data.key).toBe('row.missing');
});

it('hangs no file on a row of somebody who may not read it: a row opens its files', async () => {
  const theirs = plain((await send('image', png, 'a.png')).data[0] ?? '');
  const thief = await test.as(
    ['base:product:query', 'base:product:add', 'base:product:edit'],
    site,
  );
  const own = plain((await send('image', png, 'b.png', thief)).data[0] ?? '');
  const product = (image: string, more: object) => ({
    category: 'wheel',
    productName: 'x',
    abbreviation: 'x',
    standardBeat: 1,
    materialCode: image.slice(-20),
    image,
    ...more,
  });
  const refused = (field: string) => ({
    code: 422,
    data: {
      errors: expect.arrayContaining([expect.objectContaining({ field, key: 'ref.missing' })]),
    },
  });
  const add = (image: string, more = {}) =>
    test.call<{ id: string; revision: number }>(
      'POST',
      '/api/base/products',
      product(image, more),
      thief,
    );
  expect(await add(theirs)).toMatchObject(refused('image'));
  expect(await add(own.replace('.png', '0.png'))).toMatchObject(refused('image'));
  // A text that merely tells an address opens nothing, whichever way it came into the row.
  const { code, data } = await add(own, { remark: `see ${theirs}`, productNameEn: theirs });
  expect(code).toBe(0);
  const change = (image: string) =>
    test.call('PUT', `/api/base/products/${data.id}`, { image, revision: data.revision }, thief);
  expect(await change(theirs)).toMatchObject(refused('image'));
  expect(await test.call('POST', '/api/user/info/avatar', { avatar: theirs }, thief)).toMatchObject(
    refused('avatar'),
  );
  expect((await get(theirs, thief)).json().data.key).toBe('row.missing');
  expect(await change(own)).toMatchObject({ code: 0 });
  await test.database.owner.query('delete from base_product where id = $1', [data.id]);
});

it('signs the addresses that rows carry', async () => {
  const address = plain((await send('image', png, 'a.png')).data[0] ?? '');
  const { rows } = await test.database.owner.query<{ id: string }>(
    `insert into base_product (site_id, category, material_code, product_name, standard_beat, status, image) values ($1, 'wheel', 'F-2', 'x', 1, '1', $2) returning id`,
    [site.id, address],
  );
  const row = await test.call<{ image: string }>(
    'GET',
    `/api/base/products/${rows[0]?.id}`,
    undefined,
    headers,
  );
  expect(row.data.image).toMatch(/\.png\?e=\d+&s=/);
  expect((await get(row.data.image)).statusCode).toBe(200);
  await test.database.owner.query(`delete from base_product where material_code = 'F-2'`);
});
