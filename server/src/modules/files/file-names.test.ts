import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileNameOf } from '@millwright/contract/kinds/file';
import { sendFile } from '../../kernel/files/testing.ts';
import { type Headers, type TestApp, testApp } from '../../kernel/testing.ts';

let test: TestApp;
let headers: Headers;

beforeAll(async () => {
  test = await testApp();
  headers = await test.as('site_admin', await test.makeSite());
});
afterAll(() => test.close());

interface Device {
  id: string;
  revision: number;
  documents: string[];
}

const pdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}`);
const sent = async (name: string, text: string) =>
  (await sendFile(test, 'attachment', pdf(text), name, headers)).data[0] ?? '';
const device = async (id: string) =>
  (await test.call<Device>('GET', `/api/base/equipments/${id}`, undefined, headers)).data;

it('says under which names files were sent, in the row and in its history', async () => {
  const first = await sent('合格证 A&B.pdf', '1');
  const second = await sent('manual.pdf', '2');
  const made = await test.call<Device>(
    'POST',
    '/api/base/equipments',
    { number: 'FN-1', nickname: '机床', equipmentKind: 'robot', documents: [first, second] },
    headers,
  );
  expect(made.data.documents.map(fileNameOf)).toEqual(['合格证 A&B.pdf', 'manual.pdf']);

  const { documents, revision, id } = await device(made.data.id);
  expect(documents.map(fileNameOf)).toEqual(['合格证 A&B.pdf', 'manual.pdf']);
  const opened = await test.app.inject({ method: 'GET', url: documents[0] ?? '' });
  expect(opened.statusCode).toBe(200);
  const { rows } = await test.database.owner.query<{ documents: string[] }>(
    `select documents from base_equipment where id = $1`,
    [id],
  );
  expect(rows[0]?.documents.join(' ')).not.toContain('?');

  // What came out goes in again; another file of the same name is another file.
  const url = `/api/base/equipments/${id}`;
  const same = await test.call<Device>('PUT', url, { documents, revision }, headers);
  const other = [documents[0], await sent('manual.pdf', '3')];
  const change = { documents: other, revision: same.data.revision };
  expect(await test.call('PUT', url, change, headers)).toMatchObject({ code: 0 });
  const { data } = await test.call<{ list: { operation: string; changes: unknown[] }[] }>(
    'GET',
    `${url}/history`,
    undefined,
    headers,
  );
  const changes = data.list.filter(({ operation }) => operation === 'update');
  expect(changes.flatMap((one) => one.changes)).toMatchObject([
    {
      field: 'documents',
      before: ['合格证 A&B.pdf', 'manual.pdf'],
      after: ['合格证 A&B.pdf', 'manual.pdf'],
    },
  ]);
});

it('falls back on the stored name where the file is there no more', async () => {
  const address = `/edition/api/file/${'0'.repeat(32)}.pdf`;
  const draft = { number: 'FN-2', nickname: '机床', equipmentKind: 'robot' };
  const { data } = await test.call<Device>('POST', '/api/base/equipments', draft, headers);
  await test.database.owner.query('update base_equipment set documents = $1 where id = $2', [
    [address],
    data.id,
  ]);
  expect((await device(data.id)).documents.map(fileNameOf)).toEqual([`${'0'.repeat(32)}.pdf`]);
});
