import { describe, expect, it } from 'vitest';
import { badge } from '../shell/badge.ts';
import type { ModelType, Tip } from '@millwright/contract/system/tip';
import { hear } from './alarm-sound.ts';
import { merge, pageOf, showsBell } from './notifications.ts';

const notice = (
  id: string,
  modelType: ModelType,
  dataTime = '2025-11-06T10:00:00Z',
  link?: string,
): Tip => ({ id, message: id, dataTime, modelType, link: link ?? null });
const empty = { notifyList: [], notifyListMom: [], totalList: [] };

describe('notifications', () => {
  it('S105 totalList is notifyList followed by notifyListMom, newest first within each', () => {
    const merged = merge(
      empty,
      [notice('a', '1', '2025-11-05T00:00:00Z'), notice('b', '2')],
      [notice('m', '4', '2025-11-07T00:00:00Z')],
    );
    expect(merged.totalList.map((one) => one.id)).toEqual(['b', 'a', 'm']);
  });
  it('keeps our own types below those of the specification', () => {
    const own = [
      notice('task', '6', '2025-11-07T00:00:00Z'),
      notice('tool', '2'),
      notice('sop', '5'),
    ];
    expect(merge(empty, own, []).totalList.map((one) => one.id)).toEqual(['tool', 'task', 'sop']);
  });
  it('a failed call keeps its last list', () => {
    const before = merge(empty, [notice('a', '1')], [notice('m', '4')]);
    expect(merge(before, undefined, []).totalList.map((one) => one.id)).toEqual(['a']);
  });
  it('S91 S92 types 1 and 4 open the regular inspections, type 2 the tool messages', () => {
    expect(pageOf(notice('a', '1'))).toBe('/baseConfig/regularInspection');
    expect(pageOf(notice('a', '4'))).toBe('/baseConfig/regularInspection');
    expect(pageOf(notice('a', '2'))).toBe('/tool/toolMsg');
    expect(pageOf(notice('a', '6', '', '/projectuser/taskTitleDetail/7'))).toBe(
      '/projectuser/taskTitleDetail/7',
    );
  });
  it('S26 S204 the bell shows only for the configured organisation code', () => {
    expect(showsBell(['ZCNB01'], 'ZCNB01')).toBe(true);
    expect(showsBell(['ZCTH03', 'ZCNB01'], 'ZC:NB:01')).toBe(true);
    expect(showsBell(['ZCNB0', 'ZCNB011'], 'ZCNB01')).toBe(false);
    expect(showsBell(['ZCTH03'], 'ZCNB01')).toBe(false);
    expect(showsBell(['ZCNB01'], '')).toBe(false);
    expect(showsBell(['ZCNB01'], undefined)).toBe(false);
  });
  it('an alarm that came since the last look is news, whatever stood there before or comes back', () => {
    const alarm = (id: string) => notice(id, '3', '', '/log/alarm?id=1');
    const first = hear(undefined, '7', [alarm('20')]);
    expect(first.isNews).toBe(false);
    const isNews = (site: string, ...list: Tip[]) => hear(first.heard, site, list).isNews;
    expect(isNews('7', alarm('20'))).toBe(false);
    expect(isNews('7', alarm('3'))).toBe(false);
    expect(isNews('7', notice('21', '3', '', '/maintenance/record'))).toBe(false);
    expect(isNews('7', alarm('20'), alarm('21'))).toBe(true);
    expect(isNews('8', alarm('21'))).toBe(false);
    const gone = hear(first.heard, '7', []);
    expect(hear(gone.heard, '7', [alarm('20')]).isNews).toBe(false);
  });
  it('S302 the badge counts to ten, then says 10+', () => {
    expect(badge(10)).toBe('10');
    expect(badge(11)).toBe('10+');
  });
});
