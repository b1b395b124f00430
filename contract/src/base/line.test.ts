import { describe, expect, it } from 'vitest';
import { checkDraft } from '../kernel/check.ts';
import { equipment, isAddress } from './equipment.ts';
import { line } from './line.ts';
import { breakMinutes, shiftMinutes, shiftsOn } from './line-shift.ts';

const shift = (name: string, startTime: string, endTime: string, more: object = {}) => ({
  name,
  startTime,
  endTime,
  ...more,
});
const problemsOf = (...shifts: object[]) =>
  checkDraft(line, { code: 'L02', name: '锻造线', shifts }, 'create').problems.map(
    ({ key, args }) => [key, args?.a, args?.b],
  );

const overlapping = [['line.edit.shiftOverlap', '早班', '夜班']];

describe('shifts of a line', () => {
  it('stand side by side when they share no minute', () => {
    expect(problemsOf(shift('早班', '08:00', '20:00'), shift('夜班', '20:00', '08:00'))).toEqual(
      [],
    );
    expect(
      problemsOf(
        shift('早班', '08:00', '16:00'),
        shift('中班', '16:00', '00:00'),
        shift('夜班', '00:00', '08:00'),
      ),
    ).toEqual([]);
  });

  it('overlap across midnight too', () => {
    expect(problemsOf(shift('早班', '07:00', '20:00'), shift('夜班', '20:00', '08:00'))).toEqual(
      overlapping,
    );
    expect(problemsOf(shift('早班', '08:00', '08:00'), shift('夜班', '23:00', '01:00'))).toEqual(
      overlapping,
    );
  });

  it('overlap only on weekdays that they share, Sunday night reaching into Monday', () => {
    const night = shift('夜班', '20:00', '08:00', { weekdays: ['7'] });
    expect(problemsOf(shift('早班', '07:00', '12:00', { weekdays: ['1'] }), night)).toEqual(
      overlapping,
    );
    expect(problemsOf(shift('早班', '07:00', '12:00', { weekdays: ['2'] }), night)).toEqual([]);
  });

  it('overlap only while both are valid', () => {
    const until = shift('早班', '08:00', '20:00', { validTo: '2025-10-31' });
    expect(problemsOf(until, shift('夜班', '12:00', '22:00', { validFrom: '2025-11-01' }))).toEqual(
      [],
    );
    expect(problemsOf(until, shift('夜班', '12:00', '22:00', { validFrom: '2025-10-31' }))).toEqual(
      overlapping,
    );
  });

  it('last at most a day and hold their breaks', () => {
    expect(shiftMinutes({ startTime: '20:00', endTime: '08:00' })).toBe(720);
    expect(shiftMinutes({ startTime: '08:00', endTime: '08:00' })).toBe(1440);
    expect(breakMinutes({ breaks: ['12:00-12:30', '23:45-00:15'] })).toBe(60);
    expect(problemsOf(shift('夜班', '20:00', '08:00', { breaks: ['23:45-00:15'] }))).toEqual([]);
    expect(problemsOf(shift('早班', '08:00', '20:00', { breaks: ['20:00-20:30'] }))[0]?.[0]).toBe(
      'line.edit.breakTime',
    );
    expect(problemsOf(shift('早班', '08:00', '20:00', { breaks: ['noon'] }))[0]?.[0]).toBe(
      'line.edit.breakTime',
    );
  });

  it('are told with their row, by whichever rule they break', () => {
    const [late] = checkDraft(
      line,
      {
        code: 'L02',
        name: '锻造线',
        shifts: [
          shift('早班', '08:00', '20:00', { validFrom: '2026-02-02', validTo: '2026-02-01' }),
        ],
      },
      'create',
    ).problems;
    expect(late).toMatchObject({
      field: 'shifts.0.validTo',
      label: { zh: '班次 第1行 失效日期', en: 'Shifts row 1 Valid to' },
    });
  });

  it('may be sent back as they were answered', () => {
    expect(
      problemsOf(
        shift('早班', '08:00', '20:00', { id: '7', shown: {}, breaks: [], validTo: null }),
      ),
    ).toEqual([]);
    expect(problemsOf(shift('早班', '08:00', '20:00', { colour: 'red' }))[0]?.[0]).toBe(
      'field.unknown',
    );
  });

  it('begin as weekdays, dates and the calendar say', () => {
    const shifts = [
      { name: '早班', startTime: '08:00', endTime: '20:00', weekdays: ['1'], breaks: [] },
    ];
    expect(shiftsOn(shifts, '2025-11-03', null)).toHaveLength(1);
    expect(shiftsOn(shifts, '2025-11-04', null)).toHaveLength(0);
    expect(shiftsOn(shifts, '2025-11-04', 'overtime')).toHaveLength(1);
    expect(shiftsOn(shifts, '2025-11-03', 'holiday')).toHaveLength(0);
  });
});

describe('equipment', () => {
  it('takes IPv4 and IPv6 addresses and nothing else', () => {
    expect(['10.20.4.33', '::1', 'fe80::1'].every(isAddress)).toBe(true);
    expect(['10.20.4', '256.1.1.1', 'host', '10.20.4.33:502'].some(isAddress)).toBe(false);
    const { problems } = checkDraft(
      equipment,
      { number: 'NB-RB-03', nickname: '机加L05上料机器人', equipmentKind: 'robot', ip: '10.20.4' },
      'create',
    );
    expect(problems.map(({ field, key }) => [field, key])).toEqual([['ip', 'equipment.edit.ip']]);
  });
});
