import type { SaxesTagPlain } from 'saxes';
import type { Book } from './book.ts';
import { safeText } from '@millwright/contract/kernel/cell-text';
import { columnIndex, columnName } from './cell.ts';
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
    new Marker(marks, edits, {
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

/** Notes where the errors are put in, while the part is read. */
class Marker implements XmlListener {
  readonly #marks: Marks;
  readonly #edits: Edit[];
  readonly #places: Places;
  /** Rows whose errors are not placed yet. */
  readonly #waiting: number[];
  #row = 0;
  #column = -1;
  #prefix = '';
  #inData = false;

  constructor(marks: Marks, edits: Edit[], places: Places) {
    this.#marks = marks;
    this.#edits = edits;
    this.#places = places;
    this.#waiting = [...marks.texts.keys()].toSorted((one, other) => one - other);
  }

  open(name: string, attributes: Readonly<Record<string, string>>, tag: SaxesTagPlain): void {
    if (name === 'worksheet') this.#prefix = tag.name.slice(0, tag.name.length - name.length);
    if (name === 'sheetData') {
      this.#inData = true;
      const cols = `<${this.#prefix}cols>${this.#width()}</${this.#prefix}cols>`;
      if (!this.#marks.hasCols && this.#marks.widthFree) this.#insert(cols);
    }
    if (!this.#inData) return;
    if (name === 'row') this.#openRow(attributes, tag);
    if (name !== 'c') return;
    this.#column = attributes['r'] === undefined ? this.#column + 1 : columnIndex(attributes['r']);
    if (this.#column !== this.#marks.column) return;
    this.#edits.push({ from: this.#places.tagStart(), to: 0, insert: '', open: true });
  }

  close(name: string): void {
    if (name === 'cols' && this.#marks.widthFree) this.#insert(this.#width());
    if (!this.#inData) return;
    if (name === 'c' && this.#column === this.#marks.column) this.#closeCell();
    if (name === 'row' && this.#waiting[0] === this.#row) {
      this.#insert(this.#errorCell(this.#row));
      this.#waiting.shift();
    }
    if (name !== 'sheetData') return;
    this.#inData = false;
    this.#insert(this.#rowsBefore(Number.POSITIVE_INFINITY));
  }

  #openRow(
    attributes: Readonly<Record<string, string>>,
    { name, isSelfClosing }: SaxesTagPlain,
  ): void {
    this.#row = attributes['r'] === undefined ? this.#row + 1 : Number(attributes['r']);
    this.#column = -1;
    const before = this.#rowsBefore(this.#row);
    const [from, to] = [this.#places.tagStart(), this.#places.tagEnd()];
    // The span would end before the new column.
    let tag = this.#places.tagText(from, to).replace(/\sspans=(?:"[^"]*"|'[^']*')/, '');
    if (isSelfClosing && this.#waiting[0] === this.#row) {
      tag = `${tag.replace(/\s*\/>$/, '>')}${this.#errorCell(this.#row)}</${name}>`;
      this.#waiting.shift();
    }
    this.#edits.push({ from, to, insert: before + tag });
  }

  #closeCell(): void {
    const edit = this.#edits.at(-1);
    if (edit?.open) Object.assign(edit, { to: this.#places.tagEnd(), open: false });
  }

  /** Rows that the part does not have, up to the one given. */
  #rowsBefore(number: number): string {
    let rows = '';
    for (let row = this.#waiting[0]; row !== undefined && row < number; row = this.#waiting[0]) {
      rows += `<${this.#prefix}row r="${row}">${this.#errorCell(row)}</${this.#prefix}row>`;
      this.#waiting.shift();
    }
    return rows;
  }

  #insert(text: string): void {
    const at = this.#places.tagStart();
    this.#edits.push({ from: at, to: at, insert: text });
  }

  #width(): string {
    const number = this.#marks.column + 1;
    return `<${this.#prefix}col min="${number}" max="${number}" width="60" customWidth="1"/>`;
  }

  #errorCell(number: number): string {
    const p = this.#prefix;
    const text = xmlText(safeText(this.#marks.texts.get(number) ?? ''));
    const head = `<${p}c r="${columnName(this.#marks.column)}${number}" s="${this.#marks.style}" t="inlineStr">`;
    return `${head}<${p}is><${p}t xml:space="preserve">${text}</${p}t></${p}is></${p}c>`;
  }
}

// What goes out is UTF-8, whatever the part was written in.
function declaredUtf8(start: string): Edit[] {
  const match = /^<\?xml[^>]*?(encoding=(["'])[^"']*\2)/.exec(start);
  if (!match?.[1]) return [];
  const from = match[0].length - match[1].length;
  return [{ from, to: match[0].length, insert: 'encoding="UTF-8"' }];
}
