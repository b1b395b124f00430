import { dncLog } from '@millwright/contract/log/dnc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inScope } from '../../kernel/database/transaction.ts';
import { writeLog } from '../../kernel/log/write.ts';
import { type Headers, testApp, type TestApp, type TestSite } from '../../kernel/testing.ts';

interface Program {
  readonly deviceNumber: string;
  readonly programNo: string;
  readonly matchResult: 'same' | 'different' | null;
}

describe('the DNC log', () => {
  let test: TestApp;
  let me: Headers;
  beforeAll(async () => {
    test = await testApp();
    const site = await test.makeSite();
    me = await test.as(['log:dnc:list'], site);
    await put(site, [
      transfer(900, 'D1', 'download'),
      transfer(800, 'D1', 'compare', 'different'),
      transfer(700, 'D1', 'compare', 'same'),
      transfer(900, 'D2', 'download'),
      transfer(800, 'D2', 'compare', 'different'),
      transfer(700, 'D2', 'download'),
      transfer(900, 'D3', 'download'),
      transfer(600, 'D3', 'compare', 'different'),
      { ...transfer(500, 'D3', 'download'), programNo: 'O2', result: 'failure' },
      transfer(100 * 86_400, 'D5', 'download'),
      // A comparison that failed matched nothing.
      { ...transfer(400, 'D4', 'compare'), result: 'failure' },
    ]);
    await put(await test.makeSite(), [transfer(300, 'D1', 'compare', 'different')]);
  });
  afterAll(() => test.close());

  const put = (site: TestSite, rows: readonly object[]) =>
    inScope(test.database.app, { site: site.id }, (trx) =>
      writeLog(
        trx,
        dncLog,
        rows.map((row) => ({ siteId: site.id, at: '', ...row })),
      ),
    );
  const transfer = (seconds: number, deviceNumber: string, direction: string, match?: string) => ({
    at: new Date(Date.now() - seconds * 1000).toISOString(),
    deviceNumber,
    direction,
    programNo: 'O1',
    result: 'success',
    matchResult: match ?? null,
  });
  const totalOf = async (params: string) =>
    (await test.call<{ total: number }>('GET', `/api/log/dnc-logs?${params}`, undefined, me)).data
      .total;

  it('counts how many comparisons matched, by its filters', async () => {
    const compared = 'params[direction]=compare';
    expect(await totalOf(compared)).toBe(5);
    expect(await totalOf(`${compared}&params[matchResult]=same`)).toBe(1);
    expect(await totalOf(`${compared}&params[matchResult]=different`)).toBe(3);
    expect(await totalOf(`${compared}&params[matchResult]=same,different`)).toBe(4);
  });

  it('says of the last program what was compared after it, the latest first', async () => {
    const { data } = await test.call<{ list: Program[] }>(
      'GET',
      '/api/log/dnc-logs/last-programs',
      undefined,
      me,
    );
    expect(data.list.map((one) => [one.deviceNumber, one.programNo, one.matchResult])).toEqual([
      ['D1', 'O1', 'same'],
      // Compared before it was sent again.
      ['D2', 'O1', null],
      // What could not be sent is not what the control holds.
      ['D3', 'O1', 'different'],
      // However long ago it was sent.
      ['D5', 'O1', null],
    ]);
  });
});
