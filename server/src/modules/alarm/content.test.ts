import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentOf } from './content.ts';

const filled = (contentEn: string, said: string | null) =>
  contentOf({ contentZh: contentEn, contentEn }, said).en;

describe('the words of an alarm', () => {
  it('takes what the machine wrote at the places', () => {
    expect(filled('Axis {1} over {2} mm', 'AXIS X over 12.5 mm')).toBe('Axis X over 12.5 mm');
    expect(filled('Axis {1}{2}', 'Axis X1')).toBe('Axis X1');
    expect(filled('Axis {1}', 'Axis')).toBe('Axis …');
    expect(filled('Axis {1}', 'Axis X Y')).toBe('Axis …');
    expect(filled('Axis {1}', null)).toBe('Axis …');
  });

  it('gives a text up that fits nowhere, however many places there are', () => {
    const places = Array.from({ length: 90 }, (_, place) => `{${place % 10}}`).join('');
    expect(filled(`${places}!`, 'a'.repeat(100))).toBe(`${'…'.repeat(90)}!`);
  });

  it('finds what trying every length would find', () => {
    const part: fc.Arbitrary<string> = fc.constantFrom('', 'a', 'b', 'ab', ' ', 'a b');
    const parts = fc.array(part, { minLength: 2, maxLength: 5 });
    const letters = fc.array(fc.constantFrom('a', 'b', 'A', ' '), { maxLength: 14 });
    const values = fc.array(fc.constantFrom('a', 'b', 'ba', 'abb'), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(parts, letters, values, (between, loose, put) => {
        const content = between.reduce((sum, next, place) => `${sum}{${place}}${next}`);
        const made = between.reduce((sum, next, place) => `${sum}${put[place - 1] ?? 'a'}${next}`);
        for (const said of [made, loose.join('')])
          expect(filled(content, said)).toBe(tried(content, between, said));
      }),
      { numRuns: 2000 },
    );
  });
});

/** The same by a pattern that tries every length of every value. */
function tried(content: string, parts: readonly string[], said: string): string {
  const found = new RegExp(`^${parts.join(String.raw`(\S{1,40}?)`)}$`, 'i').exec(said.trim());
  return content.replaceAll(/\{(\d)\}/g, (_, place: string) => found?.[Number(place)] ?? '…');
}

it('fills placeholders with what the machine wrote, in either language', () => {
  const config = { contentZh: '组{1}轴{2}(过热)', contentEn: 'Group {1} axis {2} (hot)' };
  expect(contentOf(config, 'group 1 AXIS 4 (hot)')).toEqual({
    zh: '组1轴4(过热)',
    en: 'Group 1 axis 4 (hot)',
  });
  expect(contentOf(config, '组2轴3(过热)').en).toBe('Group 2 axis 3 (hot)');
  expect(contentOf(config, null)).toEqual({ zh: '组…轴…(过热)', en: 'Group … axis … (hot)' });
});
