import { Writable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { SheetCell, SheetRow } from './read-cell.ts';
import { openArchive } from './unpack.ts';
import { SheetRefusal } from './refusal.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const RELATION_TYPE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** A stream that keeps what is written to it. */
export function sink(): { out: Writable; bytes: () => Buffer } {
  const chunks: Buffer[] = [];
  const out = new Writable({
    write(chunk: Buffer, _, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { out, bytes: () => Buffer.concat(chunks) };
}

/** A zip file of the parts given. */
export async function zipOf(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The parts of a workbook with one sheet; `over` replaces or adds parts. */
export function bookParts(
  sheetData: string,
  {
    after = '',
    date1904 = false,
    over = {},
  }: { after?: string; date1904?: boolean; over?: Readonly<Record<string, string>> } = {},
): Record<string, string> {
  return {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships xmlns="${RELATION_TYPE}"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/_rels/workbook.xml.rels':
      `<Relationships xmlns="${RELATION_TYPE}"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>` +
      `<Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/>` +
      `<Relationship Id="rId3" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts><numFmt numFmtId="164" formatCode="[$-804]yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;;@"/><numFmt numFmtId="165" formatCode="00000"/><numFmt numFmtId="166" formatCode="[h]:mm"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><cellXfs count="5"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}"><si><t>甲</t></si><si><r><t>rich </t></r><r><t>text</t></r><rPh><t>kana</t></rPh></si></sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${sheetData}</sheetData>${after}</worksheet>`,
    ...over,
  };
}

/** A workbook with one sheet of the given rows. */
export async function bookOf(...args: Parameters<typeof bookParts>): Promise<Buffer> {
  return zipOf(bookParts(...args));
}

/** One part of a written workbook. */
export async function partOf(file: Buffer, name: string): Promise<string> {
  const archive = await openArchive(file, 1e9);
  const chunks: Buffer[] = [];
  for await (const chunk of archive.read(name)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

export async function allRows(rows: AsyncIterable<SheetRow>): Promise<SheetRow[]> {
  return Array.fromAsync(rows);
}

/** The values of rows, blank places as null. */
export function values(rows: readonly SheetRow[]): (NonNullable<SheetCell>['value'] | null)[][] {
  return rows.map((row) => row.cells.map((cell) => cell?.value ?? null));
}

/** The key with which a work is refused; anything but a SheetRefusal fails. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof SheetRefusal) return error.key;
    throw error;
  }
  return 'accepted';
}
