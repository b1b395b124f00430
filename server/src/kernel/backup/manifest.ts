import { z } from 'zod';

const counted = z.object({ name: z.string(), rows: z.number(), sha256: z.string() });
const migration = z.object({ name: z.string(), checksum: z.string() });
const file = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() });

const manifestSchema = z.object({
  format: z.literal('millwright-backup-1'),
  version: z.string(),
  takenAt: z.iso.datetime(),
  migrations: z.array(migration),
  tables: z.array(counted),
  partitions: z.array(
    z.object({
      name: z.string(),
      parent: z.string(),
      bound: z.string().regex(/^(FOR VALUES|DEFAULT)[^;]*$/),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
  files: z.array(file),
  /** Files that had a row but no content, or another content than the row says. */
  missing: z.array(z.string()),
});

/** What a backup says of itself: the last part of its zip file, with count and SHA-256 of every table and file. */
export type Manifest = z.infer<typeof manifestSchema>;

/** The kind of backup that this version writes and reads. */
export const FORMAT = 'millwright-backup-1';

/** Reads a manifest; throws a `BackupError` on anything else. */
export function readManifest(text: string): Manifest {
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(text);
  } catch {
    // Told below.
  }
  const judged = manifestSchema.safeParse(parsed);
  if (!judged.success)
    throw new BackupError('This is no backup of Millwright, or one of a newer version.');
  return judged.data;
}

/** A backup or a restore cannot be done; the message is the one line to show. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Part of the zip file that holds a table's rows as PostgreSQL's COPY text. */
export function tablePart(name: string): string {
  return `tables/${name.replaceAll('"', '')}.copy`;
}

/** Part of the zip file that holds a stored file. */
export function filePart(name: string): string {
  return `files/${name}`;
}
