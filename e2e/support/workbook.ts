import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { ZipFile } from 'yazl';

/** The parts of a workbook by name, as a zip program sees them. */
export async function partsOf(file: Buffer): Promise<Map<string, Buffer>> {
  const zip = await yauzl.fromBufferPromise(file);
  const parts = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return parts;
}

/** The texts of a workbook's cells, sheet after sheet, in the order in which they stand. */
export async function textsOf(file: Buffer): Promise<string[]> {
  return (await sheetsOf(file)).flatMap(([, xml]) =>
    [...xml.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text = '']) => text),
  );
}

/** The workbook with one cell changed: the only one on its sheets that holds `before`, a text or a number. */
export async function withCell(file: Buffer, before: string, after: string): Promise<Buffer> {
  const zip = new ZipFile();
  let changed = 0;
  const found = new Map(await sheetsOf(file));
  for (const [name, content] of await partsOf(file)) {
    const xml = found
      .get(name)
      ?.replaceAll(
        /<(t|v)([^>]*)>([^<]*)<\/\1>/g,
        (whole: string, tag: string, more: string, text: string) => {
          if (text !== before) return whole;
          changed += 1;
          return `<${tag}${more}>${after}</${tag}>`;
        },
      );
    zip.addBuffer(xml === undefined ? content : Buffer.from(xml), name);
  }
  if (changed !== 1) throw new Error(`${changed} cells hold ${before}`);
  zip.end();
  return buffer(zip.outputStream);
}

async function sheetsOf(file: Buffer): Promise<[string, string][]> {
  return [...(await partsOf(file))].flatMap(([name, content]) =>
    name.startsWith('xl/worksheets/sheet') ? [[name, content.toString('utf8')]] : [],
  );
}
