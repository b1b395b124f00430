import type { Sharp } from 'sharp';
import { refuse } from '../refuse.ts';
import { fileRefusals } from './refusal.ts';

/** Megapixels of a picture at most, all frames of a moving one together. */
const MAX_MEGAPIXELS = 40;
const THUMBNAIL_PX = 320;

/** A picture written anew, with a small one beside it. */
export interface CleanImage {
  readonly picture: Buffer;
  readonly thumbnail: Buffer;
}

/**
 * Decodes a picture and writes it anew in its own format, turned as its camera held it: place, owner and whatever
 * hides behind the pixels is gone. Throws `file.imageBroken`, `file.pixels`.
 */
export async function cleanImage(path: string, extension: string): Promise<CleanImage> {
  // Loaded when the first picture comes: it would cost every start its memory.
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  const options = { limitInputPixels: MAX_MEGAPIXELS * 1_000_000, failOn: 'error' as const };
  const moving = extension === 'gif' || extension === 'webp';
  try {
    const input = sharp(path, { ...options, animated: moving, pages: moving ? -1 : 1 });
    const picture = await written(input.autoOrient(), extension).toBuffer();
    const small = {
      width: THUMBNAIL_PX,
      height: THUMBNAIL_PX,
      fit: 'inside',
      withoutEnlargement: true,
    } as const;
    const thumbnail = await sharp(path, options)
      .autoOrient()
      .resize(small)
      .webp({ quality: 80 })
      .toBuffer();
    return { picture, thumbnail };
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (/pixel limit|too large|dimensions/i.test(message))
      throw refuse(fileRefusals['file.pixels'], { max: MAX_MEGAPIXELS });
    throw refuse(fileRefusals['file.imageBroken']);
  }
}

function written(image: Sharp, extension: string): Sharp {
  if (extension === 'png') return image.png();
  if (extension === 'gif') return image.gif();
  return extension === 'webp' ? image.webp({ quality: 90 }) : image.jpeg({ quality: 90 });
}
