import { crc32, createInflateRaw } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { broken, SheetRefusal } from './refusal.ts';

/** The parts of an .xlsx file; every read counts against what the whole file may unpack to. */
export interface Archive {
  readonly names: readonly string[];
  /** Bytes of one part as they are inflated; nothing when there is no such part. */
  read(name: string): AsyncGenerator<Buffer>;
}

const MAX_ENTRIES = 5_000;
// 20,000 equal rows pack 18 : 1, without cell references 172 : 1; deflate can do 1,032 : 1.
const MAX_RATIO = 300;
const RATIO_FROM_BYTES = 8 * 1024 * 1024;

/** Opens a zip file and looks at its directory: names without tricks, none twice, nothing encrypted; sizes are not believed. */
export async function openArchive(file: Buffer, maxUnpackedBytes: number): Promise<Archive> {
  const zip = await fromBufferPromise(file, { lazyEntries: true, validateEntrySizes: false }).catch(
    (error: unknown) => {
      throw broken('archive', error);
    },
  );
  const entries = await directory(zip);
  // Honest files say it themselves; of the others every byte is counted below.
  const declared = [...entries.values()].reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  if (declared > maxUnpackedBytes) throw new SheetRefusal('sheet.bomb');
  const counted = new Map<string, number>();
  const count = (name: string, bytes: number) => {
    counted.set(name, Math.max(counted.get(name) ?? 0, bytes));
    const total = [...counted.values()].reduce((sum, part) => sum + part, 0);
    if (total > maxUnpackedBytes) throw new SheetRefusal('sheet.bomb');
  };
  return {
    names: [...entries.values()].map((entry) => entry.fileName),
    read: (name) => readEntry(zip, entries.get(name.toLowerCase()), count),
  };
}

async function directory(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new SheetRefusal('sheet.bomb');
  const entries = new Map<string, Entry>();
  const walk = new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      // Two parts of one name: programs disagree which of them counts.
      if (entries.has(entry.fileName.toLowerCase())) return reject(broken('names'));
      if (entry.isEncrypted()) return reject(new SheetRefusal('sheet.encrypted'));
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName.toLowerCase(), entry);
      zip.readEntry();
    });
    zip.once('end', resolve);
    zip.once('error', (error: Error) => {
      reject(
        broken(
          /file name|relative path|absolute path|characters/i.test(error.message)
            ? 'names'
            : 'archive',
          error,
        ),
      );
    });
  });
  zip.readEntry();
  await walk;
  return entries;
}

type Count = (name: string, bytes: number) => void;

async function* readEntry(
  zip: ZipFile,
  entry: Entry | undefined,
  count: Count,
): AsyncGenerator<Buffer> {
  if (!entry) return;
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) throw broken('archive');
  let bytes = 0;
  let sum = 0;
  for await (const chunk of inflated(zip, entry)) {
    bytes += chunk.length;
    count(entry.fileName, bytes);
    if (bytes > RATIO_FROM_BYTES && bytes > entry.compressedSize * MAX_RATIO)
      throw new SheetRefusal('sheet.bomb');
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (sum !== entry.crc32) throw broken('archive');
}

async function* inflated(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  try {
    const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false });
    const plain =
      entry.compressionMethod === 0 ? packed : packed.pipe(createInflateRaw({ chunkSize: 65_536 }));
    if (plain !== packed) packed.once('error', (error) => plain.destroy(error));
    for await (const chunk of plain) yield chunk as Buffer;
  } catch (error) {
    throw error instanceof SheetRefusal ? error : broken('archive', error);
  }
}
