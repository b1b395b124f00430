import dayjs from 'dayjs';
import { describe, expect, it } from 'vitest';
import { isEndDisabled, isStartDisabled, lastDays, periodProblem } from './dates.ts';
import { instantText } from './dates-plain.ts';

const now = dayjs('2025-11-06T14:32:00');
const day = (text: string) => dayjs(text);

describe('periods', () => {
  it('S180 an end without a start asks for the start', () => {
    expect(periodProblem({ start: null, end: day('2025-11-01') }, { now })?.zh).toBe(
      '请选择开始时间',
    );
    expect(periodProblem({ start: day('2025-11-01'), end: null }, { now })).toBeUndefined();
  });
  it('S181 future days are refused unless the field plans ahead', () => {
    expect(isStartDisabled(day('2025-11-07'), { now })).toBe(true);
    expect(isStartDisabled(day('2025-11-06T23:00:00'), { now })).toBe(false);
    expect(isStartDisabled(day('2025-11-07'), { now, future: true })).toBe(false);
    expect(periodProblem({ start: day('2025-11-01'), end: day('2025-11-09') }, { now })?.zh).toBe(
      '时间不能晚于当前时间',
    );
    expect(
      periodProblem({ start: day('2025-11-01'), end: day('2025-11-09') }, { now, future: true }),
    ).toBeUndefined();
  });
  it('S182 the start cannot be after the end', () => {
    expect(periodProblem({ start: day('2025-11-03'), end: day('2025-11-02') }, { now })?.zh).toBe(
      '开始时间不能晚于结束时间',
    );
    expect(
      periodProblem({ start: day('2025-11-02'), end: day('2025-11-02') }, { now }),
    ).toBeUndefined();
  });
  it('S183 the end picker offers at most one day before the start', () => {
    const start = day('2025-11-03T10:00:00');
    expect(isEndDisabled(day('2025-11-02'), start, { now })).toBe(false);
    expect(isEndDisabled(day('2025-11-01T23:59:00'), start, { now })).toBe(true);
    expect(isEndDisabled(day('2025-11-01'), null, { now })).toBe(false);
  });
  it('S293 S294 last 7 and last 30 days include today', () => {
    expect(lastDays(7, now).start.format('YYYY-MM-DD HH:mm')).toBe('2025-10-31 00:00');
    expect(lastDays(30, now).start.format('YYYY-MM-DD')).toBe('2025-10-08');
    expect(lastDays(30, now).end.format('YYYY-MM-DD HH:mm')).toBe('2025-11-06 23:59');
  });
  it('S295 instants are written YYYY-MM-DD HH:mm:ss in the zone of the site', () => {
    expect(instantText('2025-11-06T16:05:09Z', 'Asia/Shanghai')).toBe('2025-11-07 00:05:09');
    expect(instantText('2025-11-06T16:05:09Z', 'Asia/Bangkok')).toBe('2025-11-06 23:05:09');
    expect(instantText(null)).toBe('—');
  });
});
