import { describe, expect, it } from 'vitest';
import { differenceOf, sumOf, withPlaces } from './decimal-math.ts';
import { judge, limitWords } from './limit-words.ts';

const bore = {
  standard: '66.560000',
  upperLimit: '66.606000',
  lowerLimit: '66.560000',
  decimals: 3,
  unit: 'mm',
};

describe('decimals of a screen', () => {
  it('are exact where binary fractions are not', () => {
    expect(sumOf('0.1', '0.2')).toBe('0.3');
    expect(differenceOf('66.606', '66.56')).toBe('0.046');
    expect(differenceOf('0', '0.000001')).toBe('-0.000001');
    expect(sumOf('x', '1')).toBeNull();
    expect([withPlaces('66.56', 3), withPlaces('95.000000', 0), withPlaces('0.1234', 2)]).toEqual([
      '66.560',
      '95',
      '0.1234',
    ]);
  });
});

describe('limits in words', () => {
  it('stand as on a drawing', () => {
    expect(limitWords(bore)).toBe('66.560 +0.046/0 mm');
    expect(
      limitWords({
        standard: '25',
        upperLimit: '25.05',
        lowerLimit: '24.95',
        decimals: 2,
        unit: 'mm',
      }),
    ).toBe('25.00 ±0.05 mm');
    expect(limitWords({ upperLimit: '0.3', decimals: 2, unit: 'mm' })).toBe('≤ 0.30 mm');
    expect(limitWords({ lowerLimit: '95', upperLimit: '115', unit: 'HBW' })).toBe('95–115 HBW');
    expect(limitWords({ standard: '455', lowerLimit: '430', upperLimit: '480', unit: '℃' })).toBe(
      '430–480 ℃',
    );
    expect(
      limitWords({ standard: '0', lowerLimit: '0', upperLimit: '0.3', decimals: 2, unit: 'mm' }),
    ).toBe('0.00–0.30 mm');
    expect(
      limitWords({ standard: '0', lowerLimit: '-0.5', upperLimit: '0.5', decimals: 1, unit: 'mm' }),
    ).toBe('0.0 ±0.5 mm');
    expect(limitWords({})).toBe('—');
  });
});

describe('S117 a value', () => {
  it('is judged with its offset, the limits included', () => {
    expect(judge('66.606', '0', bore)).toMatchObject({ ok: true, side: 'inside', distance: '0' });
    expect(judge('66.606', '0.001', bore)).toEqual({
      value: '66.607',
      ok: false,
      side: 'above',
      distance: '0.001',
    });
    expect(judge('66.5', '0', bore)).toMatchObject({ ok: false, side: 'below', distance: '0.06' });
    expect(judge('66.57', '-0.005', bore)).toMatchObject({
      ok: true,
      value: '66.565',
      distance: '0.005',
    });
    expect(judge('', '0', bore)).toBeNull();
  });
});
