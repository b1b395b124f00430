import { localDay } from '@millwright/contract/kernel/local-day';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../kernel/context.ts';
import lineModule from './line.ts';
import lineDayModule from './line-day.ts';
import { type Bench, openBench } from './testing.ts';

let bench: Bench;
let nb: Session;
let cs: Session;

beforeAll(async () => {
  bench = await openBench([lineModule, lineDayModule]);
  nb = await bench.site('NB');
  cs = await bench.site('CS');
});
afterAll(() => bench.close());

const makeLine = (code: string) => bench.make(nb, '/api/base/lines', { code, name: code });
/** The local day so many days from today. */
const dayFrom = (days: number) =>
  localDay(new Date(Date.now() + days * 86_400_000), 'Asia/Shanghai');

describe('the calendar of a line', () => {
  it('keeps holidays and overtime', async () => {
    const line = await makeLine('L11');
    const path = `/api/base/lines/${line.id}/calendar`;
    const [first, later] = [dayFrom(1), dayFrom(10)];
    await bench.call(nb, 'PUT', path, {
      days: [
        { day: first, kind: 'holiday', note: '国庆' },
        { day: later, kind: 'overtime' },
      ],
    });
    const after = await bench.call(nb, 'PUT', path, {
      days: [
        { day: first, kind: null },
        { day: later, kind: 'holiday' },
      ],
    });
    expect(after.data).toEqual({ list: [{ day: later, kind: 'holiday', note: null }] });
    expect((await bench.call(nb, 'GET', path, { begin: dayFrom(11) })).data).toEqual({ list: [] });
    expect(
      (await bench.call(nb, 'PUT', path, { days: [{ day: 'soon', kind: 'holiday' }] })).problems,
    ).toContain('field.type');
    expect((await bench.call(cs, 'GET', path)).key).toBe('row.missing');
  });

  it('leaves the days that have passed as they were', async () => {
    const line = await makeLine('L13');
    const calendar = `/api/base/lines/${line.id}/calendar`;
    const days = '/api/base/line-days';
    const made = await bench.make(nb, days, { lineId: line.id, day: dayFrom(0), kind: 'holiday' });
    const past = { day: dayFrom(-1), kind: 'overtime' };
    const refused = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
      const { key, problems } = await bench.call(nb, method, path, { ...body });
      return problems[0] ?? key;
    };
    expect(await refused('PUT', calendar, { days: [past] })).toBe('lineDay.add.past');
    expect(await refused('POST', days, { lineId: line.id, ...past })).toBe('lineDay.add.past');
    const moved = { revision: 1, day: dayFrom(-2) };
    expect(await refused('PUT', `${days}/${made.id}`, moved)).toBe('lineDay.add.past');
    await bench.inside(nb, (context) =>
      sql`update base_line_day set day = ${past.day} where id = ${made.id}`.execute(context.sql),
    );
    expect(await refused('PUT', calendar, { days: [past] })).toBe('lineDay.edit.past');
    const ordinary = { days: [{ ...past, kind: null }] };
    expect(await refused('PUT', calendar, ordinary)).toBe('lineDay.edit.past');
    const ahead = { revision: 1, day: dayFrom(1) };
    expect(await refused('PUT', `${days}/${made.id}`, ahead)).toBe('lineDay.edit.past');
    expect(await refused('DELETE', `${days}/${made.id}`)).toBe('lineDay.edit.past');
  });
});
