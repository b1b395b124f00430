import type { Book } from './book.ts';
import { columnIndex, columnName, safeText } from './cell.ts';
import { parseArea } from './merged.ts';
import { readXml, XmlReader, xmlChunks, type XmlListener } from './read-xml.ts';
import { xmlText } from './xml-text.ts';

export interface Survey {
  /** Column for the errors, counted from 0: that of an earlier error file, else the first behind everything. */
  readonly column: number;
  /** Whether a width may be given to it. */
  readonly widthFree: boolean;
  readonly hasCols: boolean;
  readonly empty: boolean;
}

/** Finds out where the errors go. */
export async function surveySheet(
  bytes: AsyncIterable<Buffer>,
  book: Book,
  headingRow: number,
  isErrorColumn: (header: string) => boolean,
): Promise<Survey> {
  let [last, known, widest, row, column] = [-1, -1, 0, 0, -1];
  let [type, text, hasCols] = ['', '', false];
  await readXml(bytes, {
    open(name, attributes) {
      if (name === 'row') [row, column] = [Number(attributes['r'] ?? row + 1), -1];
      if (name === 'cols') hasCols = true;
      if (name === 'col') widest = Math.max(widest, Number(attributes['max'] ?? 0));
      if (name === 'mergeCell') last = Math.max(last, parseArea(attributes['ref'] ?? '').right);
      if (name !== 'c') return;
      column = attributes['r'] === undefined ? column + 1 : columnIndex(attributes['r']);
      last = Math.max(last, column);
      [type, text] = [attributes['t'] ?? '', ''];
    },
    text: (piece) => {
      if (row === headingRow) text += piece;
    },
    close(name) {
      if (name !== 'c' || row !== headingRow) return;
      if (isErrorColumn(type === 's' ? (book.texts[Number(text)] ?? '') : text)) known = column;
    },
  });
  const target = known >= 0 && known === last ? known : last + 1;
  return { column: target, widthFree: widest <= target, hasCols, empty: row === 0 };
}

export interface Marks extends Survey {
  /** Text per row number. */
  readonly texts: ReadonlyMap<number, string>;
  /** Number of the cell format. */
  readonly style: number;
}

/** The sheet part with the errors in it; all else passes through letter by letter. */
export async function* markSheet(
  bytes: AsyncIterable<Buffer>,
  marks: Marks,
): AsyncGenerator<Buffer> {
  const edits: Edit[] = [];
  // What is not sent yet, and the place of its first character.
  let [raw, base] = ['', 0];
  const reader: XmlReader = new XmlReader(
    marker(marks, edits, {
      tagStart: () => base + raw.lastIndexOf('<', reader.position - base - 1),
      tagEnd: () => reader.position,
      tagText: (from, to) => raw.slice(from - base, to - base),
    }),
  );
  for await (const text of xmlChunks(bytes)) {
    if (base + raw.length === 0) edits.push(...declaredUtf8(text));
    raw += text;
    reader.write(text);
    const safe = edits.at(-1)?.open
      ? (edits.at(-1)?.from ?? base)
      : base + Math.max(raw.lastIndexOf('<'), 0);
    const ready = apply(raw, base, safe, edits);
    raw = raw.slice(safe - base);
    base = safe;
    if (ready !== '') yield Buffer.from(ready);
  }
  reader.end();
  yield Buffer.from(apply(raw, base, base + raw.length, edits));
}

/** Characters from `from` to `to` are replaced; `open` as long as the end is not known. */
interface Edit {
  from: number;
  to: number;
  insert: string;
  open?: boolean;
}

interface Places {
  tagStart(): number;
  tagEnd(): number;
  tagText(from: number, to: number): string;
}

function apply(raw: string, base: number, until: number, edits: Edit[]): string {
  let out = '';
  let at = base;
  while (edits[0] && !edits[0].open && edits[0].to <= until) {
    const { from, to, insert } = edits[0];
    out += raw.slice(at - base, from - base) + insert;
    at = to;
    edits.shift();
  }
  return out + raw.slice(at - base, until - base);
}

function marker(marks: Marks, edits: Edit[], places: Places): XmlListener {
  const letter = columnName(marks.column);
  const waiting = [...marks.texts.keys()].toSorted((one, other) => one - other);
  let [row, column, prefix, inData] = [0, -1, '', false];
  const cell = (number: number): string => errorCell(prefix, letter, number, marks);
  const rowsBefore = (number: number): string => {
    let rows = '';
    for (; waiting[0] !== undefined && waiting[0] < number; waiting.shift()) {
      rows += `<${prefix}row r="${waiting[0]}">${cell(waiting[0])}</${prefix}row>`;
    }
    return rows;
  };
  const openRow = (
    selfClosing: boolean,
    tagName: string,
    attributes: Readonly<Record<string, string>>,
  ) => {
    row = attributes['r'] === undefined ? row + 1 : Number(attributes['r']);
    column = -1;
    const before = rowsBefore(row);
    const [from, to] = [places.tagStart(), places.tagEnd()];
    let tag = places.tagText(from, to).replace(/\sspans=(?:"[^"]*"|'[^']*')/, '');
    if (selfClosing && waiting[0] === row) {
      tag = `${tag.replace(/\s*\/>$/, '>')}${cell(row)}</${tagName}>`;
      waiting.shift();
    }
    edits.push({ from, to, insert: before + tag });
  };
  return {
    open(name, attributes, tag) {
      if (name === 'worksheet') prefix = tag.name.slice(0, tag.name.length - name.length);
      if (name === 'sheetData') {
        inData = true;
        if (!marks.hasCols && marks.widthFree)
          insert(
            edits,
            places.tagStart(),
            `<${prefix}cols>${width(prefix, marks)}</${prefix}cols>`,
          );
      }
      if (!inData) return;
      if (name === 'row') openRow(tag.isSelfClosing, tag.name, attributes);
      if (name !== 'c') return;
      column = attributes['r'] === undefined ? column + 1 : columnIndex(attributes['r']);
      if (column === marks.column)
        edits.push({ from: places.tagStart(), to: 0, insert: '', open: true });
    },
    close(name) {
      if (name === 'cols' && marks.widthFree)
        insert(edits, places.tagStart(), width(prefix, marks));
      if (!inData) return;
      if (name === 'c' && column === marks.column)
        Object.assign(edits.at(-1) ?? {}, { to: places.tagEnd(), open: false });
      if (name === 'row' && waiting[0] === row) {
        insert(edits, places.tagStart(), cell(row));
        waiting.shift();
      }
      if (name !== 'sheetData') return;
      inData = false;
      insert(edits, places.tagStart(), rowsBefore(Number.POSITIVE_INFINITY));
    },
  };
}

// What goes out is UTF-8, whatever the part was written in.
function declaredUtf8(start: string): Edit[] {
  const match = /^<\?xml[^>]*?(encoding=(["'])[^"']*\2)/.exec(start);
  if (!match?.[1]) return [];
  const from = match[0].length - match[1].length;
  return [{ from, to: match[0].length, insert: 'encoding="UTF-8"' }];
}

function insert(edits: Edit[], at: number, text: string): void {
  edits.push({ from: at, to: at, insert: text });
}

function width(prefix: string, { column }: Survey): string {
  return `<${prefix}col min="${column + 1}" max="${column + 1}" width="60" customWidth="1"/>`;
}

function errorCell(
  prefix: string,
  letter: string,
  number: number,
  { texts, style }: Marks,
): string {
  const [p, text] = [prefix, xmlText(safeText(texts.get(number) ?? ''))];
  return `<${p}c r="${letter}${number}" s="${style}" t="inlineStr"><${p}is><${p}t xml:space="preserve">${text}</${p}t></${p}is></${p}c>`;
}
