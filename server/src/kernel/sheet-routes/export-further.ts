import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { ListQuery } from '@millwright/contract/kernel/query';
import { sheetHeading } from '@millwright/contract/kernel/sheet';
import { pick } from '@millwright/contract/kernel/text';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Cell, Sheet } from '../sheet/cell.ts';
import { snake } from '../store/columns.ts';
import { conditionsOf, ordering, where } from '../store/filter.ts';
import { type ExportColumn, fieldColumn, siteName } from './export-columns.ts';
import { cellsOf, fetched, MAX_EXPORT_ROWS } from './export-rows.ts';
import { furtherFields, type FurtherSheet, PARENT } from './further-sheet.ts';
import type { Dictionaries } from './labels.ts';

/** The child rows of the rows that a list call asks for, a sheet for each kind; they are read when they are written. */
export function furtherExports(
  context: Context,
  entity: AnyEntity,
  sheets: readonly FurtherSheet[],
  query: ListQuery,
  dictionaries: Dictionaries,
): Sheet[] {
  const { session } = context;
  return sheets.map((sheet, index) => {
    const fields = furtherFields(entity, sheet, session.identity === 1);
    const columns = [...fields].map(([name, field]): ExportColumn => {
      if (name === PARENT) return plain(name, sheetHeading(field, session.locale), sql`p.code`);
      if (name === 'siteId')
        return plain(name, sheetHeading(field, session.locale), siteName(session.locale));
      return fieldColumn(name, field, { session, dictionaries });
    });
    return {
      name: pick(sheet.label, session.locale),
      columns: columns.map((column) => column.sheet),
      rows: rowsOf(context, { entity, sheet, query, columns, cursor: `further_${index}` }),
    };
  });
}

interface Asked {
  readonly entity: AnyEntity;
  readonly sheet: FurtherSheet;
  readonly query: ListQuery;
  readonly columns: readonly ExportColumn[];
  readonly cursor: string;
}

async function* rowsOf(
  context: Context,
  { entity, sheet, query, columns, cursor }: Asked,
): AsyncGenerator<Cell[]> {
  const conditions = where(conditionsOf(entity, context.session, query.params));
  const selected = sql.join(
    columns.map(({ select }, index) => sql`${select} as ${sql.id(`c${index}`)}`),
  );
  await sql`declare ${sql.id(cursor)} no scroll cursor for select ${selected}
    from ${sheet.source} t join (
      select t.id, ${sql.ref(`t.${snake(entity.code)}`)}::text as code, row_number() over (${ordering(entity, context.session, query)}) as place
      from ${sql.table(entity.table)} t ${conditions}
    ) p on p.id = t.parent_id
    order by p.place, t.position, t.id limit ${sql.lit(MAX_EXPORT_ROWS)}`.execute(context.sql);
  for await (const chunk of cellsOf(context, columns, fetched(context, cursor))) yield* chunk;
}

function plain(name: string, header: string, select: ExportColumn['select']): ExportColumn {
  return { name, sheet: { header, format: 'text' }, select, toCell: (value) => value as Cell };
}
