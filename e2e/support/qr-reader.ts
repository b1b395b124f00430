import type { Locator } from '@playwright/test';

/**
 * Reads a QR code drawn as squares of an SVG, as a camera would understand it: versions 1 to 6 with error correction M,
 * numbers, capitals and bytes. Knows nothing of how it was drawn, and corrects no errors. Throws on anything else.
 */
export async function readQr(svg: Locator): Promise<string> {
  const drawn = await svg.locator('path').getAttribute('d');
  const dark = new Set(
    Array.from((drawn ?? '').matchAll(/M(\d+) (\d+)h1v1h-1z/g), ([, x, y]) => `${x} ${y}`),
  );
  const box = (await svg.getAttribute('viewBox'))?.split(' ').map(Number) ?? [];
  const size = (box[2] ?? 0) + 2 * (box[0] ?? 0);
  return textOf(
    codewordsOf(size, (row, column) => dark.has(`${column} ${row}`)),
    size,
  );
}

type IsDark = (row: number, column: number) => boolean;

const MASKS: readonly IsDark[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
];

/** Blocks of data and codewords in each, by version, for error correction M. */
const BLOCKS: readonly (readonly [count: number, length: number])[] = [
  [1, 16],
  [1, 28],
  [1, 44],
  [2, 32],
  [2, 43],
  [4, 27],
];

/** The data codewords in their order. */
function codewordsOf(size: number, isDark: IsDark): number[] {
  const format = [0, 1, 2, 3, 4].map((column) => Number(isDark(8, column)) ^ ((column + 1) % 2));
  const mask = MASKS[parseInt(format.slice(2).join(''), 2)];
  const [count, length] = BLOCKS[(size - 21) / 4] ?? [];
  if (!mask || !count || !length || format[0] || format[1])
    throw new Error(`No QR code of 21 to 41 squares with M, but ${size} and ${format.join('')}`);
  const bits = places(size).map(([i, j]) => Number(isDark(i, j) !== mask(i, j)));
  const words = Array.from({ length: count * length }, (_, at) =>
    parseInt(bits.slice(at * 8, at * 8 + 8).join(''), 2),
  );
  // Codewords of the blocks take turns.
  return Array.from({ length: count }, (_, block) =>
    words.filter((_word, at) => at % count === block),
  ).flat();
}

/** Places of data: pairs of columns from the right, up and down in turns, around what marks the code. */
function places(size: number): [row: number, column: number][] {
  const found: [number, number][] = [];
  let isUp = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1;
    for (let step = 0; step < size; step += 1) {
      const row = isUp ? size - 1 - step : step;
      for (const column of [right, right - 1])
        if (!isMark(size, row, column)) found.push([row, column]);
    }
    isUp = !isUp;
  }
  return found;
}

/** Corners with their formats, the two rulers, and the small square of versions above 1. */
function isMark(size: number, row: number, column: number): boolean {
  const isCorner =
    (row < 9 && (column < 9 || column >= size - 8)) || (row >= size - 8 && column < 9);
  const centre = size - 7;
  const isSquare = size > 21 && Math.abs(row - centre) <= 2 && Math.abs(column - centre) <= 2;
  return isCorner || isSquare || row === 6 || column === 6;
}

const CAPITALS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

/** Text of the segments, each with its kind, its length and its signs. */
function textOf(words: readonly number[], size: number): string {
  const bits = words.map((word) => word.toString(2).padStart(8, '0')).join('');
  let at = 0;
  const take = (length: number) => parseInt(bits.slice(at, (at += length)), 2);
  const bytes: number[] = [];
  const add = (text: string) => bytes.push(...new TextEncoder().encode(text));
  while (at + 4 <= bits.length) {
    const kind = take(4);
    if (kind === 0) break;
    if (kind === 4) for (let left = take(8); left > 0; left -= 1) bytes.push(take(8));
    else if (kind === 2) {
      let left = take(9);
      for (; left > 1; left -= 2) {
        const pair = take(11);
        add(`${CAPITALS[Math.floor(pair / 45)]}${CAPITALS[pair % 45]}`);
      }
      if (left === 1) add(CAPITALS[take(6)] ?? '');
    } else if (kind === 1) {
      for (let left = take(10); left > 0; left -= 3) {
        const digits = Math.min(left, 3);
        add(String(take([4, 7, 10][digits - 1] ?? 10)).padStart(digits, '0'));
      }
    } else throw new Error(`A segment of kind ${kind} in a QR code of ${size} squares`);
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
