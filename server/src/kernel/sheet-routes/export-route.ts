import { PassThrough } from 'node:stream';
import { callsOf } from '@millwright/contract/kernel/calls';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { refusals } from '@millwright/contract/kernel/errors';
import { pick } from '@millwright/contract/kernel/text';
import { flagWords } from '@millwright/contract/kinds/flag';
import { tagFor } from '@millwright/contract/registry';
import type { Behaviour } from '../behaviour.ts';
import { BUSINESS } from '../business.ts';
import type { Context, Session } from '../context.ts';
import { attachmentName } from '../files/disposition.ts';
import { type CallInput, type Route, SENT } from '../http/route.ts';
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

/**
 * `GET …/export`: the list's filters, sort and shown columns as .xlsx, or csv with `format=csv`, streamed while it is
 * read. Any size up to 1,000,000 rows comes at once.
 */
export function exportRoute(entity: AnyEntity, module: Behaviour | undefined): Route {
  return {
    ...callsOf(entity).export,
    tag: tagFor(entity, 'export'),
    module: entity.label,
    business: BUSINESS.export,
    transaction: 'none',
    handle: (context, call) =>
      inTurn(context.session.userId, () => exportList(context.session, entity, module, call)),
  };
}

interface Plan {
  readonly entity: AnyEntity;
  readonly columns: readonly ExportColumn[];
  readonly filters: readonly NamedFilter[];
  readonly format: 'xlsx' | 'csv';
  readonly title: string;
  /** Child rows, a sheet for each kind. */
  readonly further: readonly Sheet[];
}

const TIMEOUT_MS = 600_000;

/** How far an export has come. */
interface Progress {
  rows: number;
  isStarted: boolean;
  isLogged: boolean;
}

async function exportList(
  session: Session,
  entity: AnyEntity,
  module: Behaviour | undefined,
  call: CallInput,
): Promise<typeof SENT> {
  const { columns: asked, format = 'xlsx', ...rest } = call.query;
  if (format !== 'xlsx' && format !== 'csv')
    throw refuse(refusals['call.invalid'], { detail: 'format' });
  const query = listQueryOf(entity, rest);
  const progress: Progress = { rows: 0, isStarted: false, isLogged: false };
  const log = async () => {
    if (progress.isLogged || !progress.isStarted) return;
    progress.isLogged = true;
    await call.scoped(async (context) => logExport(context, entity, call, progress.rows));
  };
  try {
    await call.scoped(
      async (context) => {
        const sheets = format === 'csv' ? [] : furtherSheets(entity, module);
        const inside = sheets.flatMap(({ field }) => Object.values(field.columns));
        const dictionaries = await dictionariesOf(context, [...exportedFields(entity), ...inside]);
        const beside = (await module?.exportedBeside?.(context)) ?? [];
        const columns = [...exportColumns(entity, asked, { session, dictionaries }), ...beside];
        const filters = await askedFilters(context, entity, query, dictionaries);
        const rows = await listedRows(context, entity, module, query, columns);
        const further = furtherExports(context, entity, sheets, query, dictionaries);
        const plan: Plan = {
          entity,
          columns,
          filters,
          format,
          title: pick(entity.label, session.locale),
          further,
        };
        // Whoever has the whole file stands in the log: the row is written before the file ends.
        await send(session, plan, counted(await started(rows), progress, log), call, progress);
      },
      { readOnly: true, timeoutMs: TIMEOUT_MS },
    );
  } catch (error) {
    // The receiver has gone, or the connection was cut because a row failed: there is nobody to answer.
    if (!progress.isStarted) throw error;
    if (!isGone(error)) call.request.log.error({ err: error }, 'An export broke off.');
  } finally {
    await log();
  }
  return SENT;
}

/** Reads the first row before anything is answered, so that what is wrong with a query comes as an envelope. */
async function started(rows: AsyncGenerator<Cell[]>): Promise<AsyncGenerator<Cell[]>> {
  const first = await rows.next();
  return (async function* all() {
    if (first.done) return;
    yield first.value;
    yield* rows;
  })();
}

async function* counted(
  rows: AsyncGenerator<Cell[]>,
  progress: Progress,
  atEnd: () => Promise<void>,
): AsyncGenerator<Cell[]> {
  for await (const row of rows) {
    progress.rows += 1;
    yield row;
  }
  await atEnd();
}

async function send(
  session: Session,
  plan: Plan,
  rows: AsyncGenerator<Cell[]>,
  call: CallInput,
  progress: Progress,
): Promise<void> {
  const out = new PassThrough({ highWaterMark: 256 * 1024 });
  progress.isStarted = true;
  call.reply.headers({
    'content-type': plan.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/vnd.ms-excel',
    'content-disposition': `attachment; ${attachmentName(`${plan.title}_${stamp(session)}.${plan.format}`)}`,
    'cache-control': 'no-store',
  });
  void call.reply.send(out);
  const columns = plan.columns.map(({ sheet }) => sheet);
  const flags = [
    pick(flagWords.true, session.locale),
    pick(flagWords.false, session.locale),
  ] as const;
  if (plan.format === 'csv') await writeCsv(out, { columns, rows }, { flags });
  else
    await writeWorkbook(
      out,
      [
        { name: plan.title, columns, rows },
        filterSheet(session, plan.filters, progress),
        ...plan.further,
      ],
      { flags },
    );
}

/** `yyyyMMddHHmmss` of now in the zone of the session. */
function stamp(session: Session): string {
  return new Date().toLocaleString('sv-SE', { timeZone: session.timeZone }).replace(/\D/g, '');
}

function logExport(context: Context, entity: AnyEntity, call: CallInput, rows: number): void {
  const { params, ...rest } = call.query;
  context.record({
    entity: entity.name,
    entityId: '',
    siteId: context.session.siteId,
    operation: 'export',
    title: entity.label.zh,
    changes: [
      { field: 'rows', label: { zh: '行数', en: 'Rows' }, before: null, after: rows },
      {
        field: 'filter',
        label: { zh: '筛选条件', en: 'Filters' },
        before: null,
        after: { ...rest, ...(params as object | undefined) },
      },
    ],
  });
}

function isGone(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return (
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    code === 'ECONNRESET' ||
    code === 'ABORT_ERR' ||
    (error instanceof Error && /closed before the end/.test(error.message))
  );
}

const MAX_RUNNING = 4;
const MAX_PER_USER = 2;
const running: string[] = [];

/** An export holds a connection for as long as its receiver reads; few at a time leave the others to the lists. */
async function inTurn<T>(userId: string, work: () => Promise<T>): Promise<T> {
  const own = running.filter((other) => other === userId).length;
  if (running.length >= MAX_RUNNING || own >= MAX_PER_USER) throw refuse(refusals['call.tooMany']);
  running.push(userId);
  try {
    return await work();
  } finally {
    running.splice(running.indexOf(userId), 1);
  }
}
