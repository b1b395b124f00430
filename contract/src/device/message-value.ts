import { z } from 'zod';

/** Words, times and figures as messages of machines spell them. */
export const word = z.string().trim();
export const name = (max: number) => word.max(max).nullish();
export const code = (max: number) => word.min(1).max(max);
export const instant = z.iso.datetime({ offset: true });
export const bit = z
  .union([z.literal(0), z.literal(1), z.boolean(), z.literal('0'), z.literal('1')])
  .transform((value) => (Number(value) === 1 ? 1 : 0));
export const amount = z.number().int().min(0).max(1_000_000_000_000);
export const figures = z.record(z.string().max(60), z.unknown());
export const station = code(30);
export const piece = code(60);
