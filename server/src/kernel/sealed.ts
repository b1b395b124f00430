import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { keyOf } from './files/key-file.ts';

/** Seals a text that must be read again, such as a password for another machine (AES-256-GCM, key below the data folder). */
export function seal(dataFolder: string, text: string): Buffer {
  const start = randomBytes(START);
  const cipher = createCipheriv('aes-256-gcm', keyOf(dataFolder, KEY), start);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([start, cipher.getAuthTag(), sealed]);
}

/** The text that was sealed; null where the key is another one, as after a restore without the data folder. */
export function unseal(dataFolder: string, sealed: Buffer): string | null {
  try {
    const start = sealed.subarray(0, START);
    const open = createDecipheriv('aes-256-gcm', keyOf(dataFolder, KEY), start, {
      authTagLength: TAG,
    });
    open.setAuthTag(sealed.subarray(START, START + TAG));
    return Buffer.concat([open.update(sealed.subarray(START + TAG)), open.final()]).toString();
  } catch {
    return null;
  }
}

const KEY = 'sources';
const START = 12;
const TAG = 16;
