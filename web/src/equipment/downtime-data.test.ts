import type { DowntimePareto } from '@millwright/contract/equipment/downtime';
import { expect, it } from 'vitest';
import { headOf, shownRow } from '../charts/chart-data.ts';
import { hourData, reasonData, trendData } from './downtime-data.ts';

const SPAN = { begin: '2026-11-17', end: '2026-11-23' };
const reason = { nameZh: '换型', nameEn: 'Changeover', siteName: '宁波' };
const PARETO: DowntimePareto = {
  from: '2026-11-17',
  to: '2026-11-23',
  minutes: 400,
  count: 9,
  unclassifiedMinutes: 40,
  minorMinutes: 12,
  byCategory: [],
  byReason: [
    { ...reason, reasonId: '1', category: 'setup', minutes: 240.4, count: 5 },
    { ...reason, reasonId: '2', category: 'setup', siteName: '无锡', minutes: 120, count: 3 },
    {
      reasonId: null,
      category: 'unclassified',
      nameZh: null,
      nameEn: null,
      siteName: null,
      minutes: 39.6,
      count: 1,
    },
  ],
  byHour: [{ weekday: 7, hour: 23, minutes: 61.6 }],
  byDay: [
    { day: '2026-11-22', minutes: 400, unclassified: 40 },
    { day: '2026-11-23', minutes: 0, unclassified: 0 },
  ],
};

it('lists every reason with its minutes and the share so far, and tells sites apart that call theirs alike', () => {
  const data = reasonData(PARETO, SPAN);
  expect(data.columns.map(headOf)).toEqual([
    '类别',
    '原因',
    '时长（分钟）',
    '次数',
    '累计占比（%）',
  ]);
  expect(data.rows.map((row) => shownRow(data, row))).toEqual([
    [expect.any(String), '换型 · 宁波', '240', '5', '60.1'],
    [expect.any(String), '换型 · 无锡', '120', '3', '90.1'],
    ['未分类', '未分类', '40', '1', '100.0'],
  ]);
  expect(data.period).toBe('2026-11-17 至 2026-11-23');
});

it('gives a weekday a row and an hour a column, those without downtime too', () => {
  const { columns, rows } = hourData(PARETO.byHour, SPAN);
  expect(columns).toHaveLength(25);
  expect(rows).toHaveLength(7);
  expect(rows[6]?.[0]).toBe('周日');
  expect(rows[6]?.[24]).toBe(61.6);
  expect(rows.flat().filter((value) => typeof value === 'number' && value > 0)).toEqual([61.6]);
});

it('sets the share of unclassified minutes of a day beside its target; a day without downtime has none', () => {
  expect(trendData(PARETO.byDay, SPAN).rows).toEqual([
    ['2026-11-22', 400, 40, 10, 5],
    ['2026-11-23', 0, 0, 0, 5],
  ]);
});
