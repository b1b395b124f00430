import { sql } from 'kysely';
import { addressKey } from '../kernel/files/folder.ts';
import { keepBytes } from '../kernel/files/keep-file.ts';
import type { Ids } from './load-base.ts';
import { wheels } from './product-data.ts';
import { wheelPicture } from './wheel-picture.ts';
import type { DemoWriter } from './writer.ts';

/** Every wheel gets its picture, kept like one that somebody uploaded; without a folder of files there are none. */
export async function loadPictures({ context }: DemoWriter, productIds: Ids): Promise<void> {
  if (addressKey() === null) return;
  const { default: sharp } = await import('sharp');
  for (const wheel of wheels) {
    const drawn = await sharp(Buffer.from(wheelPicture(wheel)))
      .webp({ quality: 88 })
      .toBuffer();
    const address = await keepBytes(context, drawn, `${wheel.code}.webp`, 'image');
    const id = productIds.get(`${wheel.site} ${wheel.code}`) ?? '0';
    await sql`update base_product set image = ${address}, thumbnail = ${address} where id = ${id}`.execute(
      context.sql,
    );
  }
}
