import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { fieldLabel } from '@millwright/contract/kernel/field-label';
import type { RecordedChange } from '../context.ts';
import type { StoredRow } from './row.ts';

type FieldChange = RecordedChange['changes'][number];

/**
 * What differs between two states of a row, field by field, for the change history; names stand in the place
 * of ids, secrets are told as changed without their values. `before` is null for a new row.
 */
export function changesBetween(
  entity: AnyEntity,
  before: StoredRow | null,
  after: StoredRow | null,
): FieldChange[] {
  const names = [...Object.keys(entity.fields), ...('remark' in entity.fields ? [] : ['remark'])];
  return names.flatMap((name) => {
    const field = entity.fields[name];
    if (field?.secret === true) return [];
    const [old, fresh] = [readable(before, name), readable(after, name)];
    // Two files may have been sent under one name.
    const isSame =
      field?.kind.name === 'files'
        ? isEqual(filled(before?.[name]), filled(after?.[name]))
        : isEqual(old, fresh);
    if (isSame) return [];
    const label = fieldLabel(name, entity.fields);
    return [{ field: name, label, before: old, after: fresh }];
  });
}

function readable(row: StoredRow | null, name: string): unknown {
  if (!row) return null;
  return filled(row[`shown.${name}`] ?? row[name]);
}

function filled(value: unknown): unknown {
  return value === undefined || (Array.isArray(value) && value.length === 0) ? null : value;
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
