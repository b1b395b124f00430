/**
 * Px that words take in letters of `size` px, by and large: a Chinese character is as wide as high, a capital
 * wider than a small letter.
 */
export function wordsWidth(words: string, size: number): number {
  return Array.from(words).reduce((sum, letter) => sum + letterWidth(letter) * size, 0);
}

/** In parts of the letters' size. */
function letterWidth(letter: string): number {
  if (letter > '\u2e80') return 1;
  return CLASSES.find(({ letters }) => letters.test(letter))?.width ?? 0.6;
}

const CLASSES = [
  { letters: /[ijlI.,:;'|()[\]/\- ]/, width: 0.32 },
  { letters: /[rtf]/, width: 0.42 },
  { letters: /[mwMW%@]/, width: 0.9 },
  { letters: /[A-Z]/, width: 0.7 },
];
