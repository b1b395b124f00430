import type { BatchAnswer } from '@millwright/contract/device/message';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../kernel/testing.ts';
import { makeGateway, type TestGateway } from '../device/testing.ts';

let test: TestApp;
let gateway: TestGateway;
beforeAll(async () => {
  test = await testApp();
  gateway = await makeGateway(test, []);
});
afterAll(() => test.close());

const at = () => new Date(Date.now() - 60_000).toISOString();
const send = (log: string, body: unknown, headers = gateway.headers) =>
  test.call<BatchAnswer>('POST', `/api/log/${log}/batch`, body, headers);
const listed = async (log: string) => {
  const reader = await test.as('auditor', gateway.site);
  const answer = await test.call<{ list: Record<string, unknown>[] }>(
    'GET',
    `/api/log/${log}`,
    undefined,
    reader,
  );
  return answer.data.list.filter(({ siteId }) => siteId === gateway.site.id);
};

it('takes calls of the MOM connector once, judges each for itself and keeps what may be sent again', async () => {
  const call = {
    messageId: 'c-1',
    at: at(),
    interfaceCode: 'MES001',
    direction: 'outbound',
    status: 'failure',
    path: '/report',
    request: '{"no":1,"password":"geheim"}',
  };
  const others = [
    { ...call, messageId: 'c-2', direction: 'sideways' },
    { ...call, messageId: 'c-3', path: '@elsewhere.example/report' },
    { ...call, messageId: 'c-4', at: new Date(Date.now() + 3_600_000).toISOString() },
    { ...call, messageId: 'c-5', nobody: 1 },
    'nothing',
  ];
  const done = await send('mom-logs', [call, call, ...others]);
  expect(done.data.accepted).toEqual(['c-1']);
  expect(done.data.duplicate).toEqual(['c-1']);
  expect(done.data.rejected.map(({ messageId }) => messageId)).toEqual([
    'c-2',
    'c-3',
    'c-4',
    'c-5',
    '',
  ]);
  expect(await send('mom-logs', [call])).toMatchObject({
    code: 0,
    data: { accepted: [], duplicate: ['c-1'], rejected: [] },
  });
  const rows = await listed('mom-logs');
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ interfaceCode: 'MES001', status: 'failure', path: '/report' });
  expect(JSON.stringify(rows)).not.toContain('geheim');
  const kept = await test.database.owner.query<{ body: string }>(
    'select body from log_body where id = $1',
    [rows[0]?.['id']],
  );
  expect(kept.rows).toEqual([{ body: call.request }]);
});

it('takes transfers of the DNC connector, a thousand at most', async () => {
  const transfer = {
    at: at(),
    deviceNumber: 'NB-MC-01',
    programNo: 'O2100',
    direction: 'download',
    result: 'success',
    sentText: 'G0 X0\nM30',
  };
  const many = Array.from({ length: 1001 }, (_, n) => ({ ...transfer, messageId: `t-${n}` }));
  expect((await send('dnc-logs', many)).code).toBe(400);
  const done = await send('dnc-logs', many.slice(1));
  expect(done.data.accepted).toHaveLength(1000);
  expect((await listed('dnc-logs'))[0]).toMatchObject({ programNo: 'O2100', result: 'success' });
});

it('lets nobody write without the secret of a gateway', async () => {
  const person = await test.as('super_admin', gateway.site);
  for (const headers of [{}, person, { authorization: 'Basic eDp5' }])
    expect((await send('mom-logs', [], headers)).code).not.toBe(0);
});
