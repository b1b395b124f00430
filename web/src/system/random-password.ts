/** Letters and digits that nobody mistakes for one another when they are read out or typed from paper. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

/** A random password of `length` characters (12 by default) from letters and digits without 0 O 1 l I o. */
export function randomPassword(length = 12): string {
  let made = '';
  while (made.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      // Bytes beyond the last whole round would make the first letters likelier.
      if (byte < FAIR && made.length < length) made += LETTERS[byte % LETTERS.length];
    }
  }
  return made;
}

const FAIR = 256 - (256 % LETTERS.length);
