import { rm } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storedFile } from '../files/testing.ts';
import { placeOf } from '../files/folder.ts';
import { thumbnailOf } from '../files/keep-file.ts';
import { readWorkbook } from '../sheet/read-workbook.ts';
import { allRows, partOf, values } from '../sheet/sheet-testing.ts';
import { openArchive } from '../sheet/unpack.ts';
import { type Headers, testApp, type TestApp, type TestSite } from '../testing.ts';

const EXPORT = '/api/base/products/export';
const TAGS = ['base:product:list', 'base:product:add', 'base:product:export'];

let test: TestApp;
let site: TestSite;
let headers: Headers;
let addresses: string[];

beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  headers = await test.as(TAGS, site);
  addresses = [await upload('#ff0000'), await upload('#00ff00')];
  // W1 and W3 have pictures, that of W3 is lost; W2 has none.
  await test.database.owner.query(
    `insert into base_product (site_id, category, material_code, product_name, standard_beat, image, thumbnail)
     select $1, 'wheel', code, code, 60, picture, picture
     from (values ('W1', $2), ('W2', null), ('W3', $3)) v(code, picture)`,
    [site.id, ...addresses],
  );
  await rm(thumbnailOf(placeOf(path.basename(addresses[1] ?? ''))));
});
afterAll(() => test.close());

/** Address of a picture twice as wide as high. */
const upload = (background: string) => storedFile(test, 'image', headers, background);

const asked = (query: string, as = headers) =>
  test.app.inject({ method: 'GET', url: `${EXPORT}?${query}`, headers: as });
const namesIn = async (file: Buffer) => (await openArchive(file, 1e8)).names;
const media = async (file: Buffer) =>
  (await namesIn(file)).filter((name) => name.startsWith('xl/media/'));

it('shows small pictures in the place of their column when asked for them', async () => {
  const { rawPayload } = await asked(
    'pictures=1&columns=thumbnail,materialCode&sort=materialCode&order=ASC',
  );
  const book = await readWorkbook(rawPayload, { rows: 100 });
  expect(values(await allRows(book.rows(0)))).toEqual([
    ['缩略图', '物料编码'],
    [null, 'W1'],
    [null, 'W2'],
    [null, 'W3'],
  ]);
  expect(await media(rawPayload)).toEqual(['xl/media/image1-1.jpeg']);
  const drawing = await partOf(rawPayload, 'xl/drawings/drawing1.xml');
  expect(drawing.match(/<xdr:col>0<\/xdr:col>.*?<xdr:row>1<\/xdr:row>/g)).toHaveLength(1);
});

it('makes each picture square and small, whatever its sides', async () => {
  const { rawPayload } = await asked('pictures=1');
  const archive = await openArchive(rawPayload, 1e8);
  const jpeg = Buffer.concat(await Array.fromAsync(archive.read('xl/media/image1-1.jpeg')));
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, jpeg.length < 20_000]).toEqual([160, 160, true]);
  const at = (x: number, y: number) => [...data.subarray((y * 160 + x) * 3).subarray(0, 3)];
  expect(at(80, 80).map((value) => Math.round(value / 64))).toEqual([4, 0, 0]);
  expect(at(80, 5).map((value) => Math.round(value / 64))).toEqual([4, 4, 4]);
});

it('brings pictures also where the columns asked for name none', async () => {
  const { rawPayload } = await asked('pictures=1&columns=materialCode');
  const book = await readWorkbook(rawPayload, { rows: 100 });
  expect(values(await allRows(book.rows(0)))[0]).toEqual(['物料编码', '缩略图']);
});

it('leaves them out unless asked, and never puts them into text', async () => {
  const plain = await asked('columns=thumbnail,materialCode');
  expect(await media(plain.rawPayload)).toEqual([]);
  expect(await namesIn(plain.rawPayload)).not.toContain('xl/drawings/drawing1.xml');
  for (const query of ['pictures=1&format=csv', 'pictures=yes']) {
    const { code } = (await asked(query)).json<{ code: number }>();
    expect([query, code]).toEqual([query, 400]);
  }
});

it('takes a thousand rows and no more', async () => {
  const many = await test.makeSite();
  const there = await test.as(TAGS, many);
  await test.database.owner.query(
    `insert into base_product (site_id, category, material_code, product_name, standard_beat)
     select $1, 'wheel', 'M' || n, 'M' || n, 60 from generate_series(1, 1001) n`,
    [many.id],
  );
  const refused = (await asked('pictures=1', there)).json<{ code: number; data: object }>();
  expect(refused).toMatchObject({
    code: 409,
    data: { key: 'export.pictures.tooMany', args: { n: 1000 } },
  });
  const narrowed = await asked('pictures=1&params[keyword]=M100', there);
  expect(narrowed.headers['content-type']).toContain('ms-excel');
});
