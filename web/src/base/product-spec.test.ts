import { describe, expect, it } from 'vitest';
import type { EntityRow } from '../entity/entity-row.ts';
import { small } from './product-picture.tsx';
import { grossNeed, specOf } from './product-spec.ts';

describe('a product in one line', () => {
  it('says what is known', () => {
    const wheel = {
      rimDiameter: '18.00',
      rimWidth: '9.0J',
      offsetEt: '35.000',
      boltHoles: 5,
      pcd: '112.000',
      centerBore: '66.560',
    } as unknown as EntityRow;
    expect(specOf(wheel)).toBe('18×9.0J ET35  5×112  Ø66.56');
    expect(specOf({ category: 'rod' } as unknown as EntityRow)).toBe('');
  });
});

describe('what one piece needs', () => {
  it('grows with every loss on the way', () => {
    expect(grossNeed('1', '97.00')).toBeCloseTo(1.0309, 4);
    expect(grossNeed('0.0862', '96.7', grossNeed('1', '99.4', grossNeed('1', '97')))).toBeCloseTo(
      0.0925,
      4,
    );
    expect(grossNeed('1', '0')).toBeNaN();
  });
});

describe('the small picture', () => {
  it('is asked for beside the signature of its address', () => {
    expect(small('/edition/api/file/a.webp?e=1&s=x')).toBe('/edition/api/file/a.webp?e=1&s=x&t=1');
    expect(small(small('/edition/api/file/a.webp'))).toBe('/edition/api/file/a.webp?t=1');
  });
});
