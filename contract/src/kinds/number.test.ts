import { expect, it } from 'vitest';
import { decimal, decimalKind } from './decimal.ts';
import { integer, integerKind } from './integer.ts';

it('S190 numbers of a sheet may have thousands commas and decimals', () => {
  const weight = { ...decimal('重量', 'Weight'), digits: 16, places: 6 };
  for (const [cell, value] of [
    ['1', '1'],
    [' 1,234.50 ', '1234.50'],
    ['-3.2', '-3.2'],
    ['1234567', '1234567'],
    [0.1 + 0.2, '0.3'],
  ] as const)
    expect(decimalKind.fromSheet(cell, weight)).toEqual({ value });
  for (const bad of ['1,23', '1.234,5', 'a', true])
    expect(decimalKind.fromSheet(bad, weight)).toHaveProperty('refusal');
});

it('S190 whole numbers of a sheet may have thousands commas', () => {
  const pieces = { ...integer('件数', 'Pieces'), min: 0, max: 9_999 };
  expect(integerKind.fromSheet('1,234', pieces)).toEqual({ value: 1234 });
  for (const bad of ['1,23', '1.5', '', 'a'])
    expect(integerKind.fromSheet(bad, pieces)).toHaveProperty('refusal');
});
