import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { nameFile } from '@millwright/contract/kinds/file';
import type { AnyField, AnyFields } from '@millwright/contract/kernel/field';
import { cleanHtml } from '../clean-html.ts';
import { signAddress, signHtml } from './sign.ts';

/**
 * Cleans formatted texts and signs the addresses of files in a row that goes out, child rows included; attachments
 * say in their addresses under which name they were sent. Changes the row itself.
 */
export function signFiles(entity: AnyEntity, row: Record<string, unknown>): void {
  for (const [name, sign] of signersOf(entity)) row[name] = sign(row[name], shownIn(row, name));
}

/** `shown` is what stands beside the value: the names of files. */
type Sign = (value: unknown, shown: unknown) => unknown;

function shownIn(row: Record<string, unknown>, name: string): unknown {
  return (row.shown as Record<string, unknown> | null | undefined)?.[name];
}

/** Most entities have no such field: then a row costs nothing. */
function signersOf(entity: AnyEntity): readonly [string, Sign][] {
  const known = signers.get(entity);
  if (known) return known;
  const made = signersIn(entity.fields);
  signers.set(entity, made);
  return made;
}

const signers = new WeakMap<AnyEntity, readonly [string, Sign][]>();

function signersIn(fields: AnyFields): [string, Sign][] {
  return Object.entries(fields).flatMap(([name, field]): [string, Sign][] => {
    const sign = signerOf(field);
    return sign ? [[name, sign]] : [];
  });
}

function signerOf(field: AnyField): Sign | null {
  switch (field.kind.name) {
    case 'image':
      return signText;
    case 'files':
      return signNamed;
    case 'richText':
      return (value) => (typeof value === 'string' ? signHtml(cleanHtml(value)) : value);
    case 'rows':
      return signerOfRows((field as unknown as { columns: AnyFields }).columns);
    default:
      return null;
  }
}

function signerOfRows(columns: AnyFields): Sign | null {
  const inner = signersIn(columns);
  if (inner.length === 0) return null;
  return (value) =>
    Array.isArray(value)
      ? value.map((child: Record<string, unknown>) => ({
          ...child,
          ...Object.fromEntries(
            inner.map(([name, sign]) => [name, sign(child[name], shownIn(child, name))]),
          ),
        }))
      : value;
}

function signNamed(value: unknown, shown: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const names: unknown[] = Array.isArray(shown) ? shown : [];
  return value.map((address: unknown, at) => {
    const name = names[at];
    const signed = signText(address);
    return typeof signed === 'string' && typeof name === 'string' && name !== ''
      ? nameFile(signed, name)
      : signed;
  });
}

function signText(value: unknown): unknown {
  return typeof value === 'string' ? signAddress(value) : value;
}
