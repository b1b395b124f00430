import { describe, expect, it } from 'vitest';
import { lineDifference } from './line-difference.ts';

describe('lineDifference', () => {
  it('names the lines that only one of the texts has', () => {
    const found = lineDifference('N10 G0\nN20 F300\nN30 M30', 'N10 G0\nN20 F280\nN25 M8\nN30 M30');
    expect(found.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'both N10 G0',
      'first N20 F300',
      'second N20 F280',
      'second N25 M8',
      'both N30 M30',
    ]);
  });

  it('finds nothing between equal texts', () => {
    expect(lineDifference('a\nb', 'a\nb').every(({ kind }) => kind === 'both')).toBe(true);
  });
});
