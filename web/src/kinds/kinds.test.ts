import { suggestion } from '@millwright/contract/constants';
import { entities } from '@millwright/contract/registry';
import type { RowsField } from '@millwright/contract/kinds/rows';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toasts } from '../kernel/toast.ts';
import { clockOf } from './clock.tsx';
import { endsOf, oneOf, rangeOf, wordsOf } from './filter-value.ts';
import { problemAt } from './form-problems.ts';
import { viewOf } from './kind-views.ts';
import { numberText } from './number-text.ts';
import { joined, namesOf } from './option-search.ts';
import { withOthers } from './ref-list.tsx';
import { moved } from './rows.tsx';
import { isoOfWall, wallOf } from './site-time.ts';
import { signOf } from './state-mark.tsx';
import { uploadProblem } from './upload-file.ts';

it('draws every field of every declaration, child rows too', () => {
  for (const entity of entities) {
    for (const field of Object.values(entity.fields)) {
      expect(viewOf(field).Cell).toBeTypeOf('function');
      for (const column of Object.values((field as unknown as Partial<RowsField>).columns ?? {}))
        expect(viewOf(column).Input).toBeTypeOf('function');
    }
  }
});

it('S276 a suggestion that cannot be loaded is empty and says nothing', async () => {
  expect(await namesOf('base/product', ['1'])).toEqual([]);
  expect(toasts.get()).toEqual([]);
});

it('S290 suggestions come in pages of 50 and a row that came twice stands once', () => {
  expect(suggestion.pageSize).toBe(50);
  const option = (id: string) => ({ id, label: id });
  expect(
    joined([option('1'), option('2')], [option('2'), option('3')]).map((one) => one.id),
  ).toEqual(['1', '2', '3']);
});

it('writes numbers with thousands, without trailing zeros, exactly', () => {
  expect([1800, '1234567.500000', '66.560000', '0.00', '-1234', null, ''].map(numberText)).toEqual([
    '1,800',
    '1,234,567.5',
    '66.56',
    '0',
    '-1,234',
    '—',
    '—',
  ]);
  expect(numberText('9007199254740993.123456')).toBe('9,007,199,254,740,993.123456');
});

it('S295 shows and reads instants on the clocks of the site, through summer time too', () => {
  expect(wallOf('2025-11-06T06:32:00.000Z', 'Asia/Shanghai')).toBe('2025-11-06 14:32:00');
  expect(isoOfWall('2025-11-06 14:32:00', 'Asia/Shanghai')).toBe('2025-11-06T06:32:00.000Z');
  const at = fc
    .integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) })
    .map((ms) => new Date(Math.floor(ms / 1000) * 1000).toISOString());
  fc.assert(
    fc.property(at, (iso) => {
      // Inside the hour that is lived twice a clock cannot tell which one is meant; it still reads the same.
      expect(
        wallOf(isoOfWall(wallOf(iso, 'Europe/Berlin'), 'Europe/Berlin'), 'Europe/Berlin'),
      ).toBe(wallOf(iso, 'Europe/Berlin'));
    }),
    { numRuns: 200 },
  );
});

it('takes conditions apart and together', () => {
  expect(wordsOf('a,b')).toEqual(['a', 'b']);
  expect([oneOf([]), oneOf(['a', 'b'])]).toEqual([undefined, 'a,b']);
  expect(rangeOf('', undefined)).toBeUndefined();
  expect(endsOf(rangeOf('1', '2'))).toEqual({ begin: '1', end: '2' });
});

it('reads times of day as they are typed', () => {
  expect(['830', '0830', '8:30', '8：30', 'x'].map(clockOf)).toEqual([
    '08:30',
    '08:30',
    '08:30',
    '08:30',
    'x',
  ]);
});

it('moves child rows and stops at the edges', () => {
  expect(moved(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
});

it('finds the problem of a field inside a child row by the id of its input', () => {
  const problems = new Map([['shifts.0.name', '不能为空']]);
  expect(problemAt(problems, 'form1:shifts.0.name')).toBe('不能为空');
  expect(problemAt(problems, 'form1:shifts.1.name')).toBeUndefined();
});

it('gives states a shape and leaves ordinary values without one', () => {
  expect(signOf('running')?.shape).toBe('dot');
  expect(signOf('paused')?.shape).toBe('bars');
  expect(signOf('mass', null)).toBeUndefined();
  expect(signOf('1', 'bad')).toEqual({ shape: 'dot', color: '--bad-fill' });
});

it('refuses files of the wrong kind or size before they are sent', () => {
  expect(uploadProblem({ name: 'a.JPG', size: 5 * 1_048_576 }, 'image', 5)).toBeUndefined();
  expect(uploadProblem({ name: 'a.jpg', size: 5 * 1_048_576 + 1 }, 'image', 5)).toBeDefined();
  expect(uploadProblem({ name: 'a.exe', size: 1 }, 'attachment')).toBeDefined();
});

it('puts what a keyword found before what was chosen, so that Enter takes it', () => {
  const option = (id: string) => ({ id, label: id });
  const ids = (searched: boolean, found: string[]) =>
    withOthers({ options: found.map(option), searched }, [option('chosen')]).map(
      ({ value }) => value,
    );
  expect(ids(false, ['a', 'b'])).toEqual(['chosen', 'a', 'b']);
  expect(ids(true, ['b'])).toEqual(['b', 'chosen']);
  expect(ids(true, ['b', 'chosen'])).toEqual(['b', 'chosen']);
});
