import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { TYPES } from '../kernel/files/file-type.ts';
import { addressKey, incomingPlace } from '../kernel/files/folder.ts';
import { keepFile } from '../kernel/files/keep-file.ts';
import type { Ids } from './load-base.ts';
import { wheels } from './product-data.ts';
import type { DemoWriter } from './writer.ts';

/**
 * Every wheel gets its picture, kept like one that somebody uploaded; without a folder of files there are none. The
 * pictures of `pictures/` are our own and small: nothing is cleaned, and each is its own small picture.
 */
export async function loadPictures({ context }: DemoWriter, productIds: Ids): Promise<void> {
  if (addressKey() === null) return;
  const drawn = await Promise.all(wheels.map(({ code }) => readFile(pictureOf(code))));
  for (const [index, wheel] of wheels.entries()) {
    const picture = drawn[index] ?? Buffer.alloc(0);
    const place = incomingPlace();
    await writeFile(place, picture, { mode: 0o600 });
    const address = await keepFile(context, {
      path: place,
      thumbnail: picture,
      type: TYPES.webp,
      purpose: 'image',
      originalName: `${wheel.code}.webp`,
      size: picture.length,
      sha256: createHash('sha256').update(picture).digest('hex'),
    });
    const id = productIds.get(`${wheel.site} ${wheel.code}`) ?? '0';
    await sql`update base_product set image = ${address}, thumbnail = ${address} where id = ${id}`.execute(
      context.sql,
    );
  }
}

function pictureOf(code: string): URL {
  return new URL(`pictures/${code}.webp`, import.meta.url);
}
