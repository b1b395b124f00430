import { expect, it } from 'vitest';
import { instantOf, wallOf } from './wall-clock.ts';

const DAYS = ['0001-01-01', '0999-12-31', '1000-01-01', '1900-01-01', '2026-03-08', '9999-12-31'];

it.each(['Asia/Shanghai', 'America/New_York', 'UTC'])('tells any moment in %s and back', (zone) => {
  for (const day of DAYS) {
    const wall = new Date(`${day}T12:34:56Z`);
    expect([day, wallOf(instantOf(wall, zone), zone)]).toEqual([day, wall]);
  }
  const after = new Date(Date.UTC(10_000, 0, 1));
  expect(wallOf(instantOf(after, zone), zone)).toEqual(after);
});
