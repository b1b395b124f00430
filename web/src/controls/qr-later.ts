import { later } from '../kernel/later.tsx';

/** The picture of a QR code, whose drawing is brought with the first plate or sheet that has one. */
export const LaterQrPicture = later(async () => ({
  default: (await import('./qr-picture.tsx')).QrPicture,
}));
