import { describe, expect, it } from 'vitest';
import { parseDay, parseInstant } from './parse-day.ts';

describe('parseDay', () => {
  it.each([
    '2025-11-06',
    '2025/11/6',
    '2025.11.06',
    '20251106',
    '6.11.2025',
    '06.11.2025',
    '2025年11月6日',
    '2025 年 11 月 6 日',
    '6 Nov 2025',
    '06-Nov-2025',
    'Nov 6, 2025',
    'November 6 2025',
    '２０２５－１１－０６',
    ' 2025-11-06 14:03 ',
  ])('reads %s', (text) => {
    expect(parseDay(text)).toEqual({ day: '2025-11-06' });
  });

  it.each([
    ['13/04/2025', '2025-04-13'],
    ['04/13/2025', '2025-04-13'],
    ['05/05/2025', '2025-05-05'],
    ['2024-02-29', '2024-02-29'],
  ])('reads %s, which can mean one day only', (text, day) => {
    expect(parseDay(text)).toEqual({ day });
  });

  it.each([
    ['03/04/2025', '歧义'],
    ['3-4-2025', '歧义'],
    ['2025-02-30', '不存在'],
    ['2025-13-01', '不存在'],
    ['20251345', '不存在'],
    ['0001-01-01', '不存在'],
    ['6.11.25', '四位'],
    ['25/11/06', '四位'],
    ['45000', '无法识别'],
    ['', '无法识别'],
    ['tomorrow', '无法识别'],
    ['6 Foo 2025', '不存在'],
    ['$& 2025', '$&'],
  ])('refuses %s with a sentence', (text, words) => {
    const read = parseDay(text);
    expect('problem' in read ? read.problem.zh : read.day).toContain(words);
    if ('problem' in read) expect(read.problem.en).toMatch(/[a-z]/);
  });
});

describe('parseInstant', () => {
  it.each([
    ['2025-11-06', '2025-11-06T00:00:00.000Z'],
    ['2025-11-06 14:03', '2025-11-06T14:03:00.000Z'],
    ['2025/11/6 9:03:05', '2025-11-06T09:03:05.000Z'],
    ['2025-11-06T14:03:05.25', '2025-11-06T14:03:05.250Z'],
    ['2025年11月6日14时03分', '2025-11-06T14:03:00.000Z'],
    ['2025年11月6日 14时03分05秒', '2025-11-06T14:03:05.000Z'],
    ['2025/11/6 下午2:03', '2025-11-06T14:03:00.000Z'],
    ['2025/11/6 12:03 AM', '2025-11-06T00:03:00.000Z'],
    ['6.11.2025 2:03 pm', '2025-11-06T14:03:00.000Z'],
  ])('reads %s as wall clock', (text, iso) => {
    expect(parseInstant(text)).toEqual({ wall: new Date(iso) });
  });

  it('keeps to the zone a text names', () => {
    expect(parseInstant('2025-11-06T14:03:00+08:00')).toEqual({
      instant: new Date('2025-11-06T06:03:00Z'),
    });
    expect(parseInstant('2025-11-06T14:03:00Z')).toEqual({
      instant: new Date('2025-11-06T14:03:00Z'),
    });
  });

  it.each([
    '2025-11-06 24:00',
    '2025-11-06 12:60',
    '2025-11-06 13:00 PM',
    '03/04/2025 10:00',
    '2025-11-06 noon',
  ])('refuses %s', (text) => {
    expect(parseInstant(text)).toHaveProperty('problem');
  });
});
