import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { refusals } from '@millwright/contract/kernel/errors';
import { allows } from '@millwright/contract/kernel/permission';
import { tagFor } from '@millwright/contract/registry';
import type { AnyField } from '@millwright/contract/kernel/field';
import type {
  ImportAnswer,
  ImportMapping,
  ImportMode,
  OnImportError,
} from '@millwright/contract/kernel/sheet';
import { sql } from 'kysely';
import type { Behaviour } from '../behaviour.ts';
import type { Context } from '../context.ts';
import type { CallInput } from '../http/route.ts';
import { refuse } from '../refuse.ts';
import { errorFile } from './error-file.ts';
import { findExisting, refuseSharedKeys } from './find-existing.ts';
import { type HeadedSheet, headingsOf } from './headings.ts';
import { furtherSheets } from './further-sheet.ts';
import { importAnswer } from './import-answer.ts';
import { fieldsByHeading, fieldsFor } from './import-fields.ts';
import { headerRowNamed, type ImportFile, sheetNamed } from './import-file.ts';
import { importRefusals } from './import-refusal.ts';
import { complain, type ImportRow } from './import-row.ts';
import { judgeFurther } from './judge-further.ts';
import { judgeRows } from './judge-rows.ts';
import { dictionariesOf } from './labels.ts';
import { mappingByLabels, mappingSent, rememberMapping } from './mapping.ts';
import { placeRows } from './place-rows.ts';
import { furtherPlaces, readFurther, type SentSheet, sentSheets } from './read-further.ts';
import { readRows } from './read-rows.ts';
import { resolveReferences } from './resolve-references.ts';
import { writeRows } from './write-rows.ts';

/** An import as it was asked for. */
interface Asked {
  readonly entity: AnyEntity;
  readonly module: Behaviour | undefined;
  readonly file: ImportFile;
  readonly mode: ImportMode;
  readonly onError: OnImportError;
  readonly headed: HeadedSheet;
  readonly fields: ReadonlyMap<string, AnyField>;
  readonly mapping: readonly ImportMapping[];
  /** Sheets with rows of the rows, as far as the file has them. */
  readonly further: readonly SentSheet[];
}

/** Statements of an import may take a minute each; a chunk of a thousand rows takes a fraction of a second. */
const TIMEOUT_MS = 60_000;

/** Rows that a check writes and takes back to hear what the entity's module says about them. */
const REHEARSED = 500;

/** Checks or imports the workbook of a call. Everything happens in one transaction; nothing is written unless all of it is meant. */
export async function runImport(
  context: Context,
  entity: AnyEntity,
  module: Behaviour | undefined,
  file: ImportFile,
  call: CallInput,
): Promise<ImportAnswer> {
  const asked = await askedFor(context, entity, module, file);
  const repeated = await call.scoped((scoped) => wasImported(scoped, asked), { readOnly: true });
  if (repeated && asked.mode !== 'check' && file.fields.again !== '1') {
    return { total: 0, ok: 0, failed: 0, columns: [], rows: [], errors: [], repeated };
  }
  const { rows, isUndone } = await worked(asked, call);
  const answer = importAnswer(
    entity,
    asked.fields,
    asked.mapping,
    rows,
    isUndone,
    context.session.locale,
  );
  const address = answer.failed > 0 ? await errorFile(context, asked, answer, call) : null;
  return {
    ...answer,
    ...(address === null ? {} : { errorFile: address }),
    ...(repeated ? { repeated } : {}),
  };
}

async function askedFor(
  { session }: Context,
  entity: AnyEntity,
  module: Behaviour | undefined,
  file: ImportFile,
): Promise<Asked> {
  const { mode = 'check', onError = 'abort', mapping: sent } = file.fields;
  if (mode !== 'check' && mode !== 'insert' && mode !== 'upsert')
    throw refuse(refusals['call.invalid'], { detail: 'mode' });
  if (onError !== 'abort' && onError !== 'skip')
    throw refuse(refusals['call.invalid'], { detail: 'onError' });
  const fields = fieldsFor(entity, session);
  const known = fieldsByHeading(fields);
  const sheets = furtherSheets(entity, module);
  const others = furtherPlaces(entity, file, sheets);
  const headed = await headingsOf(
    file,
    { sheet: sheetNamed(file), headerRow: headerRowNamed(file), others },
    known,
  );
  const mapping =
    sent === undefined || sent === ''
      ? mappingByLabels(headed.headings, known)
      : mappingSent(sent, fields);
  if (mapping.every(({ column }) => column === null))
    throw refuse(importRefusals['import.noMapping']);
  const further = (await sentSheets({ session }, entity, file, sheets)).filter(
    ({ headed: { sheet } }) => sheet !== headed.sheet,
  );
  return { entity, module, file, mode, onError, headed, fields, mapping, further };
}

/** Carries rows out of a transaction that is rolled back on purpose. */
class Undone extends Error {
  readonly rows: ImportRow[];

  constructor(rows: ImportRow[]) {
    super('undone');
    this.rows = rows;
  }
}

async function worked(
  asked: Asked,
  call: CallInput,
): Promise<{ rows: ImportRow[]; isUndone: boolean }> {
  let rows: ImportRow[] = [];
  try {
    await call.scoped(
      async (context) => {
        rows = await judged(context, asked);
        await write(context, asked, rows);
        return countsOf(rows);
      },
      { timeoutMs: TIMEOUT_MS },
    );
    return { rows, isUndone: false };
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
    return { rows: error.rows, isUndone: asked.mode !== 'check' };
  }
}

async function judged(
  context: Context,
  { entity, file, mode, headed, fields, mapping, further }: Asked,
): Promise<ImportRow[]> {
  const dictionaries = await dictionariesOf(context, [...fields.values()]);
  const rows = await readRows(file, headed, mapping, fields, {
    session: context.session,
    dictionaries,
  });
  await placeRows(context, entity, rows);
  await resolveReferences(context, fields, rows);
  await findExisting(context, entity, rows);
  await refuseSharedKeys(context, entity, rows);
  const orphan = await readFurther(context, entity, file, further, rows);
  await judgeRows(entity, rows, mode);
  await judgeFurther(context, entity, further, orphan ? [...rows, orphan] : rows);
  refuseUnpermitted(context, entity, mode, rows);
  return orphan ? [...rows, orphan] : rows;
}

/** Changing rows needs the right to edit besides that to import: a check tells it at the rows, an import is refused. */
function refuseUnpermitted(
  { session }: Context,
  entity: AnyEntity,
  mode: ImportMode,
  rows: readonly ImportRow[],
): void {
  const changed = rows.filter(({ verdict }) => verdict === 'changed');
  if (changed.length === 0 || allows(session.permissions, tagFor(entity, 'edit'))) return;
  if (mode !== 'check') throw refuse(refusals['permission.missing']);
  for (const row of changed) {
    complain(row, '', refusals['permission.missing']);
    row.verdict = 'error';
  }
}

/** Throws `Undone` when nothing of it may stay. */
async function write(context: Context, asked: Asked, rows: ImportRow[]): Promise<void> {
  const { entity, module, mode, onError } = asked;
  const hasErrors = () => rows.some(({ verdict }) => verdict === 'error');
  if (mode === 'check') {
    const isOwn =
      !module?.sheetsArePlain && (module?.create !== undefined || module?.update !== undefined);
    if ((isOwn || asked.further.length > 0) && rows.length <= REHEARSED)
      await writeRows(context, entity, module, rows);
    throw new Undone(rows);
  }
  if (onError === 'abort' && hasErrors()) throw new Undone(rows);
  const written = await writeRows(context, entity, module, rows);
  if (onError === 'abort' && hasErrors()) throw new Undone(rows);
  await rememberMapping(context, entity, asked.headed.headings, asked.mapping);
  if (written > 0) await keepRun(context, asked, written);
  recordSummary(context, asked, rows, written);
}

function recordSummary(
  context: Context,
  { entity, file, mode }: Asked,
  rows: readonly ImportRow[],
  written: number,
): void {
  const { total, failed } = countsOf(rows);
  const counted = (field: string, zh: string, en: string, after: unknown) => ({
    field,
    label: { zh, en },
    before: null,
    after,
  });
  context.record({
    entity: entity.name,
    entityId: '',
    siteId: context.session.siteId,
    operation: 'import',
    title: file.name,
    changes: [
      counted('mode', '方式', 'Mode', mode),
      counted('total', '总行数', 'Rows', total),
      counted('written', '写入行数', 'Rows written', written),
      counted('failed', '错误行数', 'Rows with errors', failed),
      counted('sha256', '文件校验值', 'SHA-256 of the file', file.sha256),
    ],
  });
}

function countsOf(rows: readonly ImportRow[]): { total: number; failed: number } {
  return { total: rows.length, failed: rows.filter(({ verdict }) => verdict === 'error').length };
}

/** Whether the same sheet of the same file was written within the last ten minutes by the same person. */
async function wasImported(context: Context, { entity, file, headed }: Asked): Promise<boolean> {
  const found =
    await sql`select 1 from import_run where entity = ${entity.name} and sha256 = ${file.sha256}
    and sheet = ${String(headed.sheet)} and user_id = ${context.session.userId}
    and create_time > now() - interval '10 minutes' limit 1`.execute(context.sql);
  return found.rows.length > 0;
}

async function keepRun(
  context: Context,
  { entity, file, headed }: Asked,
  written: number,
): Promise<void> {
  await sql`delete from import_run where create_time < now() - interval '1 day'`.execute(
    context.sql,
  );
  await sql`insert into import_run (user_id, entity, sha256, sheet, written)
    values (${context.session.userId}, ${entity.name}, ${file.sha256}, ${String(headed.sheet)}, ${written})`.execute(
    context.sql,
  );
}
