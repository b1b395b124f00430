import type { Envelope } from '@millwright/contract/kernel/errors';
import type { ImportAnswer, ImportReading } from '@millwright/contract/kernel/sheet';
import { bookOf, sink } from '../sheet/sheet-testing.ts';
import { writeWorkbook } from '../sheet/write-workbook.ts';
import type { Headers, TestApp } from '../testing.ts';

/** A file to be sent, and the other fields of its form. */
export interface SentForm {
  readonly file: Buffer;
  readonly name?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/** Sends a form with a file in field `file` and gives the envelope. */
export async function sendForm<T>(
  { app }: TestApp,
  url: string,
  { file, name = 'data.xlsx', fields = {} }: SentForm,
  headers: Headers,
): Promise<Envelope<T> & { status: number }> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([new Uint8Array(file)]), name);
  const encoded = new Response(form);
  const payload = Buffer.from(await encoded.arrayBuffer());
  const response = await app.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload,
  });
  return { ...(response.json() as Envelope<T>), status: response.statusCode };
}

/** The import calls of one entity's path. */
export function importCalls(test: TestApp, path: string, headers: Headers) {
  return {
    read: (form: SentForm) => sendForm<ImportReading>(test, `${path}/import/read`, form, headers),
    run: (mode: string, form: SentForm, more: Record<string, string> = {}) =>
      sendForm<ImportAnswer>(
        test,
        `${path}/import`,
        { ...form, fields: { mode, ...form.fields, ...more } },
        headers,
      ),
  };
}

/** A workbook of one sheet with these rows; texts inline, numbers as numbers, null as no cell. */
export async function sheetOf(
  rows: readonly (readonly (string | number | null)[])[],
): Promise<Buffer> {
  return bookOf(
    rows
      .map((cells, index) => `<row r="${index + 1}">${cells.map(cellXml).join('')}</row>`)
      .join(''),
  );
}

/** A workbook of these sheets by name, written as an export writes it. */
export async function bookWith(
  sheets: Readonly<Record<string, readonly (readonly (string | number | null)[])[]>>,
): Promise<Buffer> {
  const { out, bytes } = sink();
  const written = Object.entries(sheets).map(([name, [head = [], ...rows]]) => ({
    name,
    columns: head.map((header) => ({ header: String(header), format: 'text' as const })),
    rows: rows.map((row) => row.map((cell) => (cell === null ? null : String(cell)))),
  }));
  await writeWorkbook(out, written);
  return bytes();
}

function cellXml(cell: string | number | null): string {
  if (cell === null) return '<c/>';
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  const text = cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}
