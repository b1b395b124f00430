import { describe, expect, it } from 'vitest';
import { bandOf, breakOf, heldOn, placeOn, nameBehind } from './shift-band-model.ts';

const shift = (name: string, startTime: string, endTime: string, breaks: string[] = []) => ({
  name,
  startTime,
  endTime,
  breaks,
  weekdays: [],
});

describe('the band of a line', () => {
  it('begins with the first shift, so that the night stands in one piece', () => {
    const band = bandOf([
      shift('早班', '08:00', '20:00', ['12:00-12:30']),
      shift('夜班', '20:00', '08:00', ['00:00-00:30']),
    ]);
    expect(band.origin).toBe(480);
    expect(
      band.shifts.map(({ parts }) => parts.map(({ from, minutes }) => [from, minutes])),
    ).toEqual([[[0, 720]], [[720, 720]]]);
    expect(band.shifts[1]?.breaks).toEqual([{ from: 960, minutes: 30, text: '00:00–00:30' }]);
    expect(band.shifts[0]).toMatchObject({ length: 720, work: 690 });
    expect(placeOn(band, 0)).toBe(960);
  });
  it('cuts a shift that runs over its right edge', () => {
    const band = bandOf([shift('早班', '08:00', '16:00'), shift('夜班', '22:00', '09:00')]);
    expect(band.shifts[1]?.parts.map(({ from, minutes }) => [from, minutes])).toEqual([
      [840, 600],
      [0, 60],
    ]);
  });
  it('leaves out what is only half typed', () => {
    expect(
      bandOf([shift('早班', '8', '20:00'), shift('夜班', '20:00', '08:00', ['04:00'])]).shifts,
    ).toMatchObject([{ name: '夜班', breaks: [] }]);
  });
});

describe('the name of a shift', () => {
  const night = { from: 720, minutes: 720, text: '20:00–08:00' };
  it('stands behind the line of now while the shift is young, else at its begin', () => {
    expect([720, 740, 900].map((now) => nameBehind(night, [], now))).toEqual([0, 20, 180]);
    expect([undefined, 100, 1000].map((now) => nameBehind(night, [], now))).toEqual([0, 0, 0]);
  });
  it('stays where there is no room for it behind the line', () => {
    expect(nameBehind({ from: 0, minutes: 240, text: '' }, [], 60)).toBe(0);
  });
  it('is not crossed by a break either', () => {
    const midnight = { from: 960, minutes: 30, text: '00:00–00:30' };
    expect(nameBehind(night, [midnight], 902)).toBe(270);
    expect(nameBehind(night, [midnight], undefined)).toBe(0);
  });
});

describe('a break', () => {
  it('is understood however it is typed', () => {
    expect(['1200-1230', '12：00—12：30', '9:05 - 9:15', '12:00至12:30'].map(breakOf)).toEqual([
      '12:00-12:30',
      '12:00-12:30',
      '09:05-09:15',
      '12:00-12:30',
    ]);
    expect(breakOf('noon')).toBe('noon');
  });
});

describe('rows with days', () => {
  it('hold between them, both included', () => {
    const rows = [
      { validTo: '2025-11-05' },
      { validFrom: '2025-11-06' },
      { validFrom: '2025-11-07', validTo: null },
      {},
    ];
    expect(heldOn(rows, '2025-11-06')).toEqual([rows[1], rows[3]]);
  });
});
