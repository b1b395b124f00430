import { z } from 'zod';
import type { Field, FieldOptions, FieldOf, Kind } from '../kernel/field.ts';
import { makeField } from '../kernel/field.ts';

/** A stored file: `/edition/api/file/<name>`; signature and name behind it are dropped before storing. */
const fileAddress = () =>
  z
    .string()
    .max(3000)
    .regex(/^\/edition\/api\/file\/[A-Za-z0-9._-]{1,120}(\?.*)?$/, { error: 'field.type' })
    .transform((address) => address.split('?')[0] ?? address);

/** The address with the name under which the file was sent: `…?e=…&s=…&n=a.pdf`. */
export function nameFile(address: string, name: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}n=${encodeURIComponent(name)}`;
}

/** The name that an address tells, else the generated one in it: `/edition/api/file/ab12.pdf?…` → `ab12.pdf`. */
export function fileNameOf(address: string): string {
  const name =
    /[?&]n=([^&]*)/.exec(address)?.[1] ?? address.split('?')[0]?.split('/').at(-1) ?? address;
  return decodeURIComponent(name);
}

export interface ImageOptions extends FieldOptions {
  /** Cut to a square in the form before it is sent. */
  readonly square?: boolean;
}

export interface ImageField extends Field<string> {
  readonly square?: boolean;
}

export type FilesField = Field<string[]>;

/** A picture (jpg, png, webp, gif; how large: setting `upload.imageMaxMb`); its value is the address that the upload answered. */
export function image<const O extends ImageOptions>(
  zh: string,
  en: string,
  options?: O,
): FieldOf<string, O> {
  return makeField<string, O, object>(imageKind, { zh, en }, noSheet(options), {});
}

/** Attachments (pdf, xlsx, docx, zip, dwg, step, txt, images; how large each: setting `upload.attachmentMaxMb`). */
export function files<const O extends FieldOptions>(
  zh: string,
  en: string,
  options?: O,
): FieldOf<string[], O> {
  return makeField<string[], O, object>(filesKind, { zh, en }, noSheet(options), {});
}

export const imageKind: Kind<ImageField> = {
  name: 'image',
  label: { zh: '图片', en: 'picture' },
  filter: 'presence',
  column: () => 'text',
  schema: () => fileAddress(),
  toSheet: () => null,
  fromSheet: () => ({ value: null }),
  holdsFiles: () => true,
};

export const filesKind: Kind<FilesField> = {
  name: 'files',
  label: { zh: '附件', en: 'attachments' },
  filter: 'presence',
  column: () => 'text[]',
  schema: () => z.array(fileAddress()).max(20),
  toSheet: () => null,
  fromSheet: () => ({ value: null }),
  holdsFiles: () => true,
};

function noSheet<O extends FieldOptions>(options: O | undefined): O {
  return { ...options, sheet: false } as unknown as O;
}
