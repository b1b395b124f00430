import { refusals } from '@millwright/contract/kernel/errors';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { ListQuery } from '@millwright/contract/kernel/query';
import { pick } from '@millwright/contract/kernel/text';
import { flagWords } from '@millwright/contract/kinds/flag';
import type { Writable } from 'node:stream';
import type { Behaviour } from '../behaviour.ts';
import type { Context, Session } from '../context.ts';
import { listQueryOf } from '../list-query.ts';
import { refuse } from '../refuse.ts';
import type { Cell, Sheet } from '../sheet/cell.ts';
import { writeCsv } from '../sheet/write-csv.ts';
import { writeWorkbook } from '../sheet/write-workbook.ts';
import { type ExportColumn, exportColumns, exportedFields } from './export-columns.ts';
import { askedFilters, filterSheet, type NamedFilter } from './export-filters.ts';
import { furtherExports } from './export-further.ts';
import { furtherSheets } from './further-sheet.ts';
import { dictionariesOf } from './labels.ts';
import { listedRows } from './listed-rows.ts';

/** An export as its query string asks for it. */
export interface AskedExport {
  readonly query: ListQuery;
  /** Names of columns, separated by commas; all when nothing was said. */
  readonly columns: unknown;
  readonly format: 'xlsx' | 'csv';
  /** Small pictures stand in the sheet; a workbook alone can hold them. */
  readonly pictures: boolean;
}

/** Reads the query string of an export; throws `call.invalid`. */
export function askedExport(
  entity: AnyEntity,
  sent: Readonly<Record<string, unknown>>,
): AskedExport {
  const { columns, format = 'xlsx', pictures, ...rest } = sent;
  if (format !== 'xlsx' && format !== 'csv')
    throw refuse(refusals['call.invalid'], { detail: 'format' });
  if (pictures !== undefined && (pictures !== '1' || format === 'csv'))
    throw refuse(refusals['call.invalid'], { detail: 'pictures' });
  return { query: listQueryOf(entity, rest), columns, format, pictures: pictures === '1' };
}

/** An export whose cursor is open: what is written, and the rows that are still to be read. */
export interface OpenExport {
  readonly title: string;
  readonly format: 'xlsx' | 'csv';
  readonly columns: readonly ExportColumn[];
  readonly filters: readonly NamedFilter[];
  /** Child rows, a sheet for each kind. */
  readonly further: readonly Sheet[];
  /** The rows, many at a time. */
  readonly chunks: AsyncGenerator<Cell[][]>;
}

/** Opens an export in the transaction of the context; what is wrong with its query is thrown here. */
export async function openExport(
  context: Context,
  entity: AnyEntity,
  module: Behaviour | undefined,
  { query, columns: asked, format, pictures }: AskedExport,
): Promise<OpenExport> {
  const { session } = context;
  const sheets = format === 'csv' ? [] : furtherSheets(entity, module);
  const inside = sheets.flatMap(({ field }) => Object.values(field.columns));
  const dictionaries = await dictionariesOf(context, [...exportedFields(entity), ...inside]);
  const beside = (await module?.exportedBeside?.(context)) ?? [];
  const columns = [...exportColumns(entity, asked, { session, dictionaries, pictures }), ...beside];
  const filters = await askedFilters(context, entity, query, dictionaries);
  const chunks = await listedRows(context, entity, module, query, columns);
  const further = furtherExports(context, entity, sheets, query, dictionaries);
  const title = pick(entity.label, session.locale);
  return { title, format, columns, filters, further, chunks: await started(chunks) };
}

/** Writes an open export whose rows come one by one; `progress` counts them as they pass. */
export async function writeExport(
  session: Session,
  open: OpenExport,
  rows: AsyncGenerator<Cell[]>,
  out: Writable,
  progress: { readonly rows: number },
): Promise<void> {
  const columns = open.columns.map(({ sheet }) => sheet);
  const { title } = open;
  const flags = [
    pick(flagWords.true, session.locale),
    pick(flagWords.false, session.locale),
  ] as const;
  if (open.format === 'csv') await writeCsv(out, { columns, rows }, { flags });
  else
    await writeWorkbook(
      out,
      [
        { name: title, columns, rows },
        filterSheet(session, open.filters, progress),
        ...open.further,
      ],
      { flags },
    );
}

/** The file's name: title and `yyyyMMddHHmmss` of now in the zone of the session. */
export function exportName(session: Session, { title, format }: OpenExport): string {
  const stamp = new Date()
    .toLocaleString('sv-SE', { timeZone: session.timeZone })
    .replace(/\D/g, '');
  return `${title}_${stamp}.${format}`;
}

/** Reads the first rows before anything is answered, so that what is wrong with a query comes as an envelope. */
async function started(chunks: AsyncGenerator<Cell[][]>): Promise<AsyncGenerator<Cell[][]>> {
  const first = await chunks.next();
  return (async function* all() {
    if (first.done) return;
    yield first.value;
    yield* chunks;
  })();
}
