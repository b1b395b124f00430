import { posix } from 'node:path';
import { kindOfFormat, type NumberKind } from './number-format.ts';
import { attribute, readXml } from './read-xml.ts';
import { broken, parts, SheetRefusal } from './refusal.ts';
import type { SheetLimits } from './limits.ts';
import type { Archive } from './unpack.ts';
import { fromXmlText } from './xml-text.ts';

export interface Book {
  readonly archive: Archive;
  readonly sheets: readonly { name: string; hidden: boolean; path: string }[];
  /** Path of the style part, if there is one. */
  readonly stylePath: string | undefined;
  readonly from1904: boolean;
  readonly formats: readonly CellFormatInfo[];
  readonly texts: readonly string[];
}

/** What a style number says about the number in a cell. */
export interface CellFormatInfo {
  readonly kind: NumberKind;
  readonly code: string | undefined;
}

/** Reads what the sheets of an .xlsx file have in common: their list, shared texts and number formats. */
export async function openBook(archive: Archive, limits: SheetLimits): Promise<Book> {
  const root = await relationsOf(archive, '');
  const workbook = root.find((relation) => relation.kind === 'officeDocument')?.target;
  if (!workbook || !has(archive, workbook)) throw new SheetRefusal('sheet.kind');
  await checkKind(archive, workbook);
  const relations = await relationsOf(archive, workbook);
  const { list, from1904 } = await sheetList(archive, workbook);
  const sheets = list.flatMap(({ id, name, hidden }) => {
    const relation = relations.find((candidate) => candidate.id === id);
    if (!relation) throw broken('sheets');
    if (relation.kind !== 'worksheet') return [];
    if (!has(archive, relation.target)) throw broken('sheets');
    return [{ name, hidden, path: relation.target }];
  });
  const stylePath = relations.find((relation) => relation.kind === 'styles')?.target;
  const textPath = relations.find((relation) => relation.kind === 'sharedStrings')?.target;
  const formats = stylePath ? await cellFormats(archive, stylePath) : [];
  const texts = textPath ? await sharedTexts(archive, textPath, limits) : [];
  return { archive, sheets, stylePath, from1904, formats, texts };
}

interface Relation {
  readonly id: string;
  readonly kind: string;
  readonly target: string;
}

async function relationsOf(archive: Archive, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part);
  const path = posix.join(part === '' ? '' : folder, '_rels', `${posix.basename(part)}.rels`);
  const relations: Relation[] = [];
  await readXml(archive.read(path), {
    open(name, attributes) {
      if (name !== 'Relationship' || attributes['TargetMode'] === 'External') return;
      const target = attributes['Target'] ?? '';
      relations.push({
        id: attributes['Id'] ?? '',
        kind: (attributes['Type'] ?? '').split('/').at(-1) ?? '',
        target: target.startsWith('/')
          ? posix.normalize(target.slice(1))
          : posix.join(folder, target),
      });
    },
  });
  return relations;
}

function has(archive: Archive, path: string): boolean {
  return archive.names.some((name) => name.toLowerCase() === path.toLowerCase());
}

// Binary workbooks and those with macros are neither .xlsx nor csv.
async function checkKind(archive: Archive, workbook: string): Promise<void> {
  let foreign = false;
  await readXml(archive.read('[Content_Types].xml'), {
    open(_, attributes) {
      const type = attributes['ContentType'] ?? '';
      if (attributes['PartName']?.toLowerCase() !== `/${workbook.toLowerCase()}`) return;
      foreign = /macroEnabled|sheet\.binary/i.test(type) || !/main\+xml$/i.test(type);
    },
  });
  if (foreign) throw new SheetRefusal('sheet.kind');
}

async function sheetList(archive: Archive, path: string) {
  const list: { id: string; name: string; hidden: boolean }[] = [];
  let from1904 = false;
  let isWorkbook = false;
  await readXml(archive.read(path), {
    open(name, attributes) {
      if (name === 'workbook') isWorkbook = true;
      if (name === 'workbookPr') from1904 = isTrue(attributes['date1904']);
      if (name !== 'sheet') return;
      const hidden = attributes['state'] === 'hidden' || attributes['state'] === 'veryHidden';
      list.push({
        id: attribute(attributes, 'id') ?? '',
        name: fromXmlText(attributes['name'] ?? ''),
        hidden,
      });
    },
  });
  if (!isWorkbook) throw new SheetRefusal('sheet.kind');
  return { list, from1904 };
}

/** A truth value as workbook parts write it. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

const MAX_FORMATS = 70_000;

async function cellFormats(archive: Archive, path: string): Promise<CellFormatInfo[]> {
  const codes = new Map<number, string>();
  const formats: CellFormatInfo[] = [];
  let inCells = false;
  await readXml(archive.read(path), {
    open(name, attributes) {
      if (name === 'numFmt')
        codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
      if (name === 'cellXfs') inCells = true;
      if (name !== 'xf' || !inCells) return;
      if (formats.length >= MAX_FORMATS) throw broken('xml');
      const id = Number(attributes['numFmtId'] ?? 0);
      const code = codes.get(id);
      formats.push({
        kind: kindOfFormat(id, code),
        code: code ?? (id === 9 ? '0%' : id === 10 ? '0.00%' : undefined),
      });
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return formats;
}

async function sharedTexts(archive: Archive, path: string, limits: SheetLimits): Promise<string[]> {
  const texts: string[] = [];
  let characters = 0;
  let text = '';
  let inText = false;
  let inReading = false;
  await readXml(archive.read(path), {
    open(name) {
      if (name === 'si') text = '';
      // Phonetic readings of Japanese texts are no part of the text.
      if (name === 'rPh') inReading = true;
      inText = name === 't' && !inReading;
    },
    text(piece) {
      if (inText) text += piece;
    },
    close(name) {
      if (name === 'rPh') inReading = false;
      if (name === 't') inText = false;
      if (name !== 'si') return;
      // 16 for the string itself: a million empty texts are not free either.
      characters += text.length + 16;
      if (characters > limits.characters) {
        throw new SheetRefusal('sheet.tooLarge', { what: parts.texts, limit: limits.characters });
      }
      texts.push(fromXmlText(text));
    },
  });
  return texts;
}
