import { isWritable } from '@millwright/contract/kernel/check';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { AnyField } from '@millwright/contract/kernel/field';
import type { RefField } from '@millwright/contract/kinds/ref';
import type { RowsField } from '@millwright/contract/kinds/rows';
import { entityOf } from '@millwright/contract/registry';

/** A place in a draft where an id of another row stands: `productId`, `devices.0.equipmentId`. */
export interface Reference {
  readonly path: string;
  readonly field: RefField;
  /** Child rows that it stands in. */
  readonly rows?: { readonly name: string; readonly field: AnyField; readonly column: string };
}

/** References of an entity's drafts to rows of one site, those of child rows included. */
export function referencesOf(entity: AnyEntity): Reference[] {
  return Object.entries(entity.fields).flatMap(([name, field]) => {
    if (!isWritable(entity, name)) return [];
    if (field.kind.name !== 'rows')
      return isBound(field) ? [{ path: name, field: field as unknown as RefField }] : [];
    const { columns } = field as unknown as RowsField;
    return Object.entries(columns)
      .filter(([, column]) => isBound(column))
      .map(([column, inner]) => ({
        path: `${name}.0.${column}`,
        field: inner as unknown as RefField,
        rows: { name, field, column },
      }));
  });
}

/** A draft with an id put at a reference. */
export function withReference(
  draft: Readonly<Record<string, unknown>>,
  { path, field, rows }: Reference,
  children: unknown,
  id: string,
): Record<string, unknown> {
  const value = field.kind.name === 'refs' ? [id] : id;
  if (!rows) return { ...draft, [path]: value };
  const [first, ...rest] = children as Record<string, unknown>[];
  return { ...draft, [rows.name]: [{ ...first, [rows.column]: value }, ...rest] };
}

const FORGED = {
  id: '424242',
  createBy: '424242',
  createTime: '2001-01-01T00:00:00.000Z',
  updateBy: '424242',
  updateTime: '2001-01-01T00:00:00.000Z',
  revision: 77,
  actions: ['remove'],
  shown: { forged: 'x' },
  departName: '伪造',
};

/** References to rows that belong to one site. */
function isBound(field: AnyField): boolean {
  const target = (field as { target?: string }).target;
  return (
    target !== undefined &&
    target !== 'system/role' &&
    (entityOf(target).scope === 'site' || target === 'system/user')
  );
}

/** Values for all that a client may not set: ids, authors, times and what is computed. */
export function forgedFields(entity: AnyEntity): Record<string, unknown> {
  const computed = Object.entries(entity.fields).filter(
    ([name, field]) =>
      !isWritable(entity, name) && name !== 'siteId' && field.kind.name !== 'shown',
  );
  const system = Object.entries(FORGED).filter(([name]) => !(name in entity.fields));
  return Object.fromEntries([
    ...system,
    ...computed.map(([name, field]) => [name, forgedValue(field)]),
  ]);
}

function forgedValue(field: AnyField): unknown {
  if (field.kind.name === 'integer') return 4242;
  if (field.kind.name === 'decimal') return '42.42';
  if (field.kind.name === 'flag') return field.default !== true;
  return '伪造';
}
