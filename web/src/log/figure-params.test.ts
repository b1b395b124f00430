import { expect, it } from 'vitest';
import { FRESH } from '../entity/list-address.ts';
import { placeOf } from '../entity/list-place.ts';
import { figureParams } from './figure-params.ts';

it('asks for the figures of the time and the site that the list shows, and of nothing else', () => {
  const at = { begin: '2026-03-01', end: '2026-03-02' };
  const list = { state: { ...FRESH, filters: { at, siteId: '7,8', encoding: 'SV0401' } } };
  expect(figureParams(list)).toEqual({ ...at, siteId: '7,8' });
  expect(placeOf(list)).toEqual({ siteId: '7,8' });
  expect(figureParams({ state: FRESH })).toEqual({});
});
