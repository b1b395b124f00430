import { readFile } from 'node:fs/promises';
import { placeOf } from './folder.ts';
import { thumbnailOf } from './keep-file.ts';

/** Twice the side of a cell, so that it stays sharp on dense screens. */
const SIDE_PX = 160;

/**
 * The small picture of a stored file as a spreadsheet takes it: a JPEG, square, on white. Null for an address of anything
 * else and for a picture that is gone or cannot be read: its cell stays empty.
 */
export async function sheetPicture(address: string): Promise<Buffer | null> {
  const name = STORED.exec(address)?.[1];
  if (name === undefined) return null;
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(await readFile(thumbnailOf(placeOf(name))))
      .resize({ width: SIDE_PX, height: SIDE_PX, fit: 'contain', background: '#ffffff' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 80 })
      .toBuffer();
  } catch {
    return null;
  }
}

/** As stored, or signed as in an answer. */
const STORED = /^\/edition\/api\/file\/([0-9a-f]{32}\.[a-z0-9]{2,5})(?:\?.*)?$/;
