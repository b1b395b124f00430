import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { dncLog } from '@millwright/contract/log/dnc';
import { momLog } from '@millwright/contract/log/mom';
import type { SealCheck } from '@millwright/contract/log/seal';
import { entities } from '@millwright/contract/registry';
import { settingOf } from '@millwright/contract/settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inScope } from '../database/transaction.ts';
import type { LiveSettings } from '../live-settings.ts';
import { type Headers, type TestApp, testApp, type TestSite } from '../testing.ts';
import { snake } from '../store/columns.ts';
import { dropExpired } from '../database/log-retention.ts';
import { countWords } from './word-days.ts';
import { sealDays, sealSome } from './seal.ts';
import { writeLog } from './write.ts';

describe('keeping logs', () => {
  let test: TestApp;
  let site: TestSite;
  let auditor: Headers;
  beforeAll(async () => {
    test = await testApp();
    site = await test.makeSite();
    auditor = await test.as('auditor');
  });
  afterAll(() => test.close());

  const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const write = (entity: typeof momLog | typeof dncLog, rows: { at: string }[]) =>
    inScope(test.database.app, { site: '*' }, (trx) =>
      writeLog(
        trx,
        entity,
        rows.map((row) => ({ siteId: site.id, ...row })),
      ),
    );
  const verify = (day: string, headers = auditor) =>
    test.call<{ isWhole: boolean; list: SealCheck[] }>(
      'GET',
      `/api/log/seals/verify?day=${day}`,
      undefined,
      headers,
    );

  it('seals closed days in a chain and finds a wrong byte', async () => {
    const [first, second] = [dayAgo(4), dayAgo(3)];
    await write(
      momLog,
      [first, first, second].map((at) => ({ at, interfaceCode: 'M1', status: 'failure' })),
    );
    expect(await sealDays(test.database.app)).toBeGreaterThanOrEqual(3);
    const day = first.slice(0, 10);
    expect((await verify(day)).data).toMatchObject({
      isWhole: true,
      list: [{ log: 'log/mom', rows: 2, late: 0 }],
    });
    await test.database.owner.query(`update log_mom set status = 'success', retry_count = 1`);
    expect((await verify(day)).data.isWhole).toBe(true);
    await write(momLog, [{ at: first }]);
    expect((await verify(day)).data).toMatchObject({ isWhole: true, list: [{ late: 1 }] });
    expect(await sealDays(test.database.app)).toBe(1);
    expect((await verify(day)).data).toMatchObject({
      isWhole: true,
      list: [
        { part: 0, rows: 2, late: 0, isChained: true },
        { part: 1, rows: 1, late: 0, isChained: true },
      ],
    });
    expect(await sealDays(test.database.app)).toBe(0);
    await test.database.owner.query(
      `update log_mom set interface_code = 'M2' where id = (select min(id) from log_mom)`,
    );
    expect((await verify(day)).data).toMatchObject({
      isWhole: false,
      list: [
        { isWhole: false, isChained: true, state: 'broken' },
        { part: 1, isWhole: true, isChained: true },
      ],
    });
    await test.database.owner.query(
      `update log_mom set interface_code = 'M3' where id = (select max(id) from log_mom)`,
    );
    expect((await verify(day)).data.list[1]).toMatchObject({ part: 1, state: 'broken' });
    await test.database.owner.query(
      `update log_seal set digest = 'x' where log = 'log_mom' and day = $1`,
      [day],
    );
    expect((await verify(second.slice(0, 10))).data).toMatchObject({
      isWhole: false,
      list: [{ isChained: false }],
    });
  });

  it('seals days from before the first seal when a gateway replays them', async () => {
    const old = dayAgo(30);
    await write(momLog, [{ at: old }]);
    expect(await sealDays(test.database.app)).toBe(1);
    expect((await verify(old.slice(0, 10))).data).toMatchObject({
      isWhole: true,
      list: [{ part: 0, rows: 1, late: 0, state: 'whole' }],
    });
  });

  it('seals yesterday at once although a gateway replayed the rows of years ago', async () => {
    const other = await testApp();
    try {
      const place = await other.makeSite();
      const yesterday = dayAgo(2);
      await inScope(other.database.app, { site: '*' }, (trx) =>
        writeLog(
          trx,
          dncLog,
          ['2019-05-01T10:00:00Z', yesterday].map((at) => ({ siteId: place.id, at })),
        ),
      );
      await sealDays(other.database.app);
      const { rows } = await other.database.owner.query<{ day: string; rows: number }>(
        `select day::text, row_count::int as rows from log_seal where log = 'log_dnc' order by link`,
      );
      expect(rows[0]).toEqual({ day: '2019-05-01', rows: 1 });
      expect(rows).toContainEqual({ day: yesterday.slice(0, 10), rows: 1 });
      expect(rows.filter(({ day }) => day < dayAgo(40))).toHaveLength(1);
      expect(rows.filter((row) => row.rows === 0).length).toBeGreaterThan(20);
    } finally {
      await other.close();
    }
  });

  it('covers what another process knew to be settled, though this one looked before', async () => {
    const other = await testApp();
    try {
      const place = await other.makeSite();
      await inScope(other.database.app, { site: '*' }, (trx) =>
        writeLog(
          trx,
          dncLog,
          [dayAgo(5), dayAgo(4)].map((at) => ({ siteId: place.id, at })),
        ),
      );
      await sealDays(other.database.app);
      const days = [dayAgo(5), dayAgo(4)].map((at) => at.slice(0, 10));
      await other.database.owner.query(
        `delete from log_seal where log = 'log_dnc' and day > $1::date`,
        [days[0]],
      );
      await sealSome(other.database.app, dncLog, '0');
      const { rows } = await other.database.owner.query<{ day: string; rows: number }>(
        `select day::text, row_count::int as rows from log_seal where log = 'log_dnc' and row_count > 0 order by link`,
      );
      expect(rows).toEqual(days.map((day) => ({ day, rows: 1 })));
    } finally {
      await other.close();
    }
  });

  it('refuses a day that is not sealed, a day that is none, and people of one site', async () => {
    expect((await verify(new Date().toISOString().slice(0, 10))).code).toBe(400);
    expect((await verify('gestern')).code).toBe(400);
    expect((await verify(dayAgo(4).slice(0, 10), await test.as('super_admin', site))).code).toBe(
      403,
    );
  });

  it('leaves nothing for the application to change', async () => {
    const logs = entities.filter(({ scope }) => scope === 'log');
    expect(logs).toHaveLength(7);
    const { rows } = await test.database.owner.query<{ table: string; column: string }>(
      `select table_name as table, column_name as column from information_schema.columns
       where table_schema = 'public' and table_name = any($1)`,
      [logs.map(({ table }) => table)],
    );
    const tries = logs.flatMap(({ table, log }) => [
      ...rows
        .filter((one) => one.table === table && !log?.later?.map(snake).includes(one.column))
        .map(({ column }) => `update ${table} set ${column} = ${column}`),
      `delete from ${table}`,
      `truncate ${table}`,
      `drop table ${table}`,
      `update ${table}_hour set n = n`,
      `delete from ${table}_hour`,
      `insert into ${table}_delta (site_id, hour, n) values (1, now(), 1)`,
    ]);
    for (const statement of [...tries, `update log_seal set digest = ''`, 'delete from log_seal'])
      await expect(
        inScope(test.database.app, { site: '*' }, (trx) =>
          trx.executeQuery({
            sql: statement,
            parameters: [],
            query: { kind: 'RawNode' } as never,
            queryId: { queryId: 'x' },
          }),
        ),
        statement,
      ).rejects.toThrow(/permission denied|must be owner/);
  });

  it('drops whole partitions behind their time with their counts, packed and with a checksum', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'millwright-archive-'));
    const [old, fresh] = [dayAgo(500), dayAgo(2)];
    await write(
      dncLog,
      [{ at: old, programNo: 'O"1' }, { at: old }, { at: fresh }].map((row) => ({
        ...row,
        deviceNumber: 'D1',
      })),
    );
    while ((await sealDays(test.database.app)) > 0);
    await countWords(test.database.app);
    const settings = {
      number: (key: string) => (key === 'log.dncDays' ? 400 : Number(settingOf(key).defaultValue)),
      flag: () => true,
    } as unknown as LiveSettings;
    const drop = () => dropExpired(test.database.ownerConnection, settings, folder);
    const [some, others] = await Promise.all([drop(), drop()]);
    const dropped = [...some.dropped, ...others.dropped];
    expect(dropped).toEqual([`log_dnc_${old.slice(0, 7).replace('-', '')}`]);
    const packed = readFileSync(path.join(folder, 'archive', `${dropped[0]}.csv.gz`));
    const lines = gunzipSync(packed).toString().trim().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain('"O""1"');
    expect(
      readFileSync(path.join(folder, 'archive', `${dropped[0]}.csv.gz.sha256`), 'utf8'),
    ).toContain(createHash('sha256').update(packed).digest('hex'));
    const left = await test.database.owner
      .query(`select (select count(*) from log_dnc)::int as rows,
      (select sum(n) from (select n from log_dnc_hour union all select n from log_dnc_delta) c)::int as counted,
      (select array_agg(distinct day::text) from log_dnc_word_day) as words,
      (select array_agg(distinct day::text) from log_counted_day where log = 'log_dnc') as days`);
    const days = [fresh.slice(0, 10)];
    expect(left.rows).toEqual([{ rows: 1, counted: 1, words: days, days }]);
    expect((await verify(old.slice(0, 10))).data).toMatchObject({
      isWhole: true,
      list: [{ rows: 2, state: 'archived' }],
    });
    await write(dncLog, [{ at: old }]);
    await sealDays(test.database.app);
    expect((await verify(old.slice(0, 10))).data).toMatchObject({
      isWhole: true,
      list: [{ state: 'archived' }, { part: 1, rows: 1, state: 'whole' }],
    });
    rmSync(folder, { recursive: true, force: true });
  });

  it('leaves a partition that somebody reads, so that writers go on, and drops it at the next look', async () => {
    const [old, fresh] = [dayAgo(600), dayAgo(1)];
    await write(dncLog, [{ at: old }]);
    const settings = {
      number: (key: string) => (key === 'log.dncDays' ? 550 : Number(settingOf(key).defaultValue)),
      flag: () => false,
    } as unknown as LiveSettings;
    const drop = () => dropExpired(test.database.ownerConnection, settings, os.tmpdir());
    const part = `log_dnc_${old.slice(0, 7).replace('-', '')}`;
    const reader = await test.database.owner.connect();
    await reader.query('begin; select count(*) from log_dnc');
    expect(await drop()).toEqual({ dropped: [], inUse: [part] });
    await write(dncLog, [{ at: fresh }]);
    await reader.query('commit');
    reader.release();
    expect(await drop()).toEqual({ dropped: [part], inUse: [] });
  });
});
