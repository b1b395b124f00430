import { TextDecoder } from 'node:util';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { broken, parts, SheetRefusal } from './refusal.ts';

/** What a reader of a part listens to. Names come without their prefix. */
export interface XmlListener {
  open?(name: string, attributes: Readonly<Record<string, string>>, tag: SaxesTagPlain): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** A text or tag longer than this is no honest part of a workbook. */
const MAX_RUN = 2_000_000;

/** A parser for one part: document types (hence own entities) are refused, so is anything malformed. */
export class XmlReader {
  readonly #parser = new SaxesParser();
  #run = 0;

  constructor(listener: XmlListener) {
    this.#parser.on('doctype', () => {
      throw broken('doctype');
    });
    this.#parser.on('opentag', (tag) => listener.open?.(localName(tag.name), tag.attributes, tag));
    this.#parser.on('closetag', (tag) => listener.close?.(localName(tag.name)));
    if (listener.text) {
      this.#parser.on('text', (text) => listener.text?.(text));
      this.#parser.on('cdata', (text) => listener.text?.(text));
    }
  }

  /** Characters read so far; inside a listener: the place behind the tag. */
  get position(): number {
    return this.#parser.position;
  }

  write(text: string): void {
    this.#guardRun(text);
    this.#guarded(() => this.#parser.write(text));
  }

  end(): void {
    this.#guarded(() => this.#parser.close());
  }

  // The parser keeps a text until the next tag: without a limit one endless text would fill the memory.
  #guardRun(text: string): void {
    const last = text.lastIndexOf('<');
    this.#run = last < 0 ? this.#run + text.length : text.length - last;
    if (this.#run > MAX_RUN)
      throw new SheetRefusal('sheet.tooLarge', { what: parts.cell, limit: MAX_RUN });
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      throw error instanceof SheetRefusal ? error : broken('xml', error);
    }
  }
}

/** Reads a whole part; stops early when `done` says so. */
export async function readXml(
  bytes: AsyncIterable<Buffer>,
  listener: XmlListener,
): Promise<boolean> {
  const reader = new XmlReader(listener);
  let any = false;
  for await (const text of xmlChunks(bytes)) {
    any = true;
    reader.write(text);
  }
  if (any) reader.end();
  return any;
}

/** Characters of a part: UTF-8, or UTF-16 when its mark or its first bytes say so. */
export async function* xmlChunks(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  try {
    for await (const chunk of bytes) {
      if (chunk.length === 0) continue;
      decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
      const text = decoder.decode(chunk, { stream: true });
      if (text !== '') yield text;
    }
    decoder?.decode();
  } catch (error) {
    throw error instanceof TypeError ? broken('encoding', error) : error;
  }
}

/** A name without its namespace prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** An attribute by its name without prefix. */
export function attribute(
  attributes: Readonly<Record<string, string>>,
  name: string,
): string | undefined {
  const plain = attributes[name];
  if (plain !== undefined) return plain;
  const key = Object.keys(attributes).find((candidate) => localName(candidate) === name);
  return key === undefined ? undefined : attributes[key];
}

function encodingOf(start: Buffer): string {
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return 'utf-8';
}
