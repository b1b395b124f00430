import { isWritable } from '@millwright/contract/kernel/check';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { AnyField } from '@millwright/contract/kernel/field';
import { isCell } from '@millwright/contract/kernel/sheet';
import type { Text } from '@millwright/contract/kernel/text';
import { pick } from '@millwright/contract/kernel/text';
import type { RowsField } from '@millwright/contract/kinds/rows';
import { text } from '@millwright/contract/kinds/text';
import { type RawBuilder, sql } from 'kysely';
import type { Behaviour } from '../behaviour.ts';
import type { Context } from '../context.ts';
import { childFields, childTable, columnType } from '../store/columns.ts';
import { siteField } from './import-fields.ts';

/** A row of a further sheet on its way into the tables; `id` when it is there already. */
export type FurtherRow = Record<string, unknown> & { id?: string };

/** Rows that belong to the rows of an entity and stand on a sheet of their own behind it. */
export interface FurtherSheet {
  /** First part of the path of problems: `components`. */
  readonly name: string;
  readonly label: Text;
  readonly field: RowsField;
  /** Columns by which a row is found again among those of its parent; none: by all of them. */
  readonly key: readonly string[];
  /** Rows with `id`, `parent_id`, `site_id`, `position` and one column per field. */
  readonly source: RawBuilder<unknown>;
  /** The rows of a parent become those of the sheet; without it rows that the sheet does not name stay. */
  readonly isWhole: boolean;
  /** Writes the rows of one parent: all of them, or where the sheet is not the whole those that are new or differ. */
  readonly write: (
    context: Context,
    parentId: string,
    rows: readonly FurtherRow[],
  ) => Promise<void>;
}

/** The further sheets of an entity: one per field of child rows, then those of its module. */
export function furtherSheets(entity: AnyEntity, module: Behaviour | undefined): FurtherSheet[] {
  const own = childFields(entity).map(([name, field]): FurtherSheet => ({
    name,
    label: field.label,
    field,
    key: keyOf(field),
    source: sql.table(childTable(entity, name)),
    isWhole: true,
    async write(context, parentId, rows) {
      const { revision } = await context.store(entity).get(parentId);
      const change = { [name]: rows, revision };
      await (module?.update
        ? module.update(context, parentId, change)
        : context.store(entity).update(parentId, change));
    },
  }));
  return [...own, ...(module?.sheets ?? [])];
}

/** Name of the column that tells to which row of the entity a row of a further sheet belongs. */
export const PARENT = '#parent';

/** What a further sheet shows, parent first; company-wide people name its site behind it. */
export function furtherFields(
  entity: AnyEntity,
  sheet: FurtherSheet,
  isWide: boolean,
): Map<string, AnyField> {
  const site: [string, AnyField][] =
    isWide && entity.scope === 'site' ? [['siteId', siteField]] : [];
  return new Map([
    [PARENT, parentField(entity, sheet)],
    ...site,
    ...Object.entries(sheet.field.columns).filter(([, field]) => isCell(field)),
  ]);
}

/** Whether rows of an import can say to which row they belong. */
export function isImported(entity: AnyEntity): boolean {
  return isWritable(entity, entity.code);
}

/** The parent's code under its own label, unless a column of the sheet is called so too. */
function parentField(entity: AnyEntity, { field }: FurtherSheet): AnyField {
  const label = entity.fields[entity.code]?.label ?? entity.label;
  const isTaken = Object.values(field.columns).some(
    (column) => column.label.zh === label.zh || column.label.en === label.en,
  );
  const zh = isTaken ? `${pick(entity.label, 'zh_CN')}${label.zh}` : label.zh;
  const en = isTaken ? `${pick(entity.label, 'en_US')} ${label.en.toLowerCase()}` : label.en;
  return text(zh, en, { required: true, max: 200 });
}

/** What is unique among the rows of a parent, else the first column that must be filled. */
function keyOf({ columns, unique }: RowsField): readonly string[] {
  if (unique.length > 0) return unique;
  return Object.entries(columns)
    .filter(([, column]) => column.required && columnType(column) !== null)
    .map(([name]) => name)
    .slice(0, 1);
}
