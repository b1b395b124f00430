import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { refusals } from '@millwright/contract/kernel/errors';
import { allows } from '@millwright/contract/kernel/permission';
import { offers, tagFor } from '@millwright/contract/registry';
import type { ImportAnswer, ImportMode } from '@millwright/contract/kernel/sheet';
import type { Job } from '@millwright/contract/system/job';
import { sql } from 'kysely';
import type { Behaviour } from '../behaviour.ts';
import type { Context } from '../context.ts';
import { tryHold } from '../database/transaction.ts';
import { signAddress } from '../files/sign.ts';
import type { CallInput } from '../http/route.ts';
import { refuse } from '../refuse.ts';
import { type AskedImport, askedImport } from './asked-import.ts';
import { type ErrorFile, errorFile } from './error-file.ts';
import { findExisting, refuseSharedKeys } from './find-existing.ts';
import { importAnswer } from './import-answer.ts';
import type { ImportFile } from './import-file.ts';
import { importLater } from './import-later.ts';
import { importRefusals } from './import-refusal.ts';
import { complain, type ImportRow } from './import-row.ts';
import { judgeFurther } from './judge-further.ts';
import { judgeRows } from './judge-rows.ts';
import { dictionariesOf } from './labels.ts';
import { rememberMapping } from './mapping.ts';
import { placeRows } from './place-rows.ts';
import { readFurther } from './read-further.ts';
import { readRows } from './read-rows.ts';
import { rehearse } from './rehearse.ts';
import { resolveReferences } from './resolve-references.ts';
import { writeRows } from './write-rows.ts';

/** Statements of an import may take a minute each; a chunk of a thousand rows takes a fraction of a second. */
const TIMEOUT_MS = 60_000;

/** What an import works in: transactions in the scope of its session. */
export type Scoped = Pick<CallInput, 'scoped'>;

/** Somebody who follows an import. */
export interface Watch {
  /** Counts rows that were written; may throw to end the work. */
  readonly progress: (rows: number) => void;
  /** The last step, in the transaction of the rows, or in one of its own when none may stay. */
  readonly ended: (
    context: Context,
    answer: ImportAnswer,
    errors: ErrorFile | null,
  ) => Promise<void>;
}

/**
 * Checks or imports the workbook of a call. Everything happens in one transaction; nothing is written unless all of it
 * is meant. With `background=1` it becomes a job.
 */
export async function runImport(
  { session }: Context,
  entity: AnyEntity,
  module: Behaviour | undefined,
  file: ImportFile,
  call: CallInput,
): Promise<ImportAnswer | { readonly job: Job }> {
  const asked = await askedImport(session, entity, module, file);
  const repeated = await call.scoped((scoped) => wasImported(scoped, asked), { readOnly: true });
  if (asked.mode !== 'check') {
    if (repeated && !isMeantAgain(asked))
      return { total: 0, ok: 0, failed: 0, columns: [], rows: [], errors: [], repeated };
    if (file.fields.background === '1') return { job: await importLater(asked, call) };
  }
  const answer = await carryOut(asked, call);
  return repeated ? { ...answer, repeated } : answer;
}

/** Checks or writes what was asked for. */
export async function carryOut(
  asked: AskedImport,
  { scoped }: Scoped,
  watch: Watch = UNWATCHED,
): Promise<ImportAnswer> {
  let answer: ImportAnswer | undefined;
  const end = async (
    context: Context,
    rows: readonly ImportRow[],
    { isUndone = false, unrehearsed = 0 },
  ) => {
    const { entity, fields, mapping } = asked;
    const { locale } = context.session;
    const told = importAnswer(entity, fields, mapping, rows, isUndone, locale);
    const given = unrehearsed > 0 ? { ...told, unrehearsed } : told;
    const errors = given.failed > 0 ? await errorFile(context, asked, given) : null;
    await watch.ended(context, given, errors);
    answer = errors ? { ...given, errorFile: signAddress(errors.address) } : given;
  };
  try {
    await scoped(
      async (context) => {
        if (asked.mode !== 'check') await refuseAgain(context, asked);
        const rows = await judged(context, asked);
        if (asked.mode === 'check') throw new Undone(rows, await rehearse(context, asked, rows));
        await write(context, asked, rows, watch.progress);
        await end(context, rows, {});
        return countsOf(rows);
      },
      { timeoutMs: TIMEOUT_MS },
    );
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
    const { rows, unrehearsed } = error;
    await scoped((context) =>
      end(context, rows, { isUndone: asked.mode !== 'check', unrehearsed }),
    );
  }
  if (!answer) throw new Error('An import ended without an answer.');
  return answer;
}

const UNWATCHED: Watch = { progress: () => undefined, ended: async () => undefined };

/** Carries rows out of a transaction that is rolled back on purpose. */
class Undone extends Error {
  readonly rows: ImportRow[];
  readonly unrehearsed: number;

  constructor(rows: ImportRow[], unrehearsed = 0) {
    super('undone');
    this.rows = rows;
    this.unrehearsed = unrehearsed;
  }
}

async function judged(
  context: Context,
  { entity, file, mode, reason, headed, fields, mapping, further }: AskedImport,
): Promise<ImportRow[]> {
  const dictionaries = await dictionariesOf(context, [...fields.values()]);
  const rows = await readRows(file, headed, mapping, fields, {
    session: context.session,
    dictionaries,
  });
  for (const row of rows) row.reason = reason;
  await placeRows(context, entity, rows);
  await resolveReferences(context, fields, rows);
  await findExisting(context, entity, rows);
  await refuseSharedKeys(context, entity, rows);
  const orphan = await readFurther(context, entity, file, further, rows);
  await judgeRows(context, entity, rows, mode);
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
  // Rows that come by import alone are changed by it too.
  const operation = offers(entity, 'edit') ? 'edit' : 'import';
  if (changed.length === 0 || allows(session.permissions, tagFor(entity, operation))) return;
  if (mode !== 'check') throw refuse(refusals['permission.missing']);
  for (const row of changed) {
    complain(row, '', refusals['permission.missing']);
    row.verdict = 'error';
  }
}

/** Throws `Undone` when nothing of it may stay. */
async function write(
  context: Context,
  asked: AskedImport,
  rows: ImportRow[],
  progress: Watch['progress'],
): Promise<void> {
  progress(0);
  const { entity, module, onError } = asked;
  const hasErrors = () => rows.some(({ verdict }) => verdict === 'error');
  if (onError === 'abort' && hasErrors()) throw new Undone(rows);
  const written = await writeRows(context, entity, module, rows, progress);
  if (onError === 'abort' && hasErrors()) throw new Undone(rows);
  await rememberMapping(context, entity, asked.headed.headings, asked.mapping);
  if (written > 0) await keepRun(context, asked, written);
  recordSummary(context, asked, rows, written);
}

function recordSummary(
  context: Context,
  { entity, file, mode }: AskedImport,
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

function isMeantAgain({ file }: AskedImport): boolean {
  return file.fields.again === '1';
}

/**
 * Lets one person import a sheet once at a time: the same call that is sent again before the first one has ended, or a
 * second job of it, would add its rows twice. Throws `import.again`.
 */
async function refuseAgain(context: Context, asked: AskedImport): Promise<void> {
  const { entity, file, headed } = asked;
  const name = `import ${context.session.userId} ${entity.name} ${file.sha256} ${headed.sheet}`;
  const isAlone = await tryHold(context.sql, name);
  if (!isAlone || (!isMeantAgain(asked) && (await wasImported(context, asked))))
    throw refuse(importRefusals['import.again']);
}

/** Whether the same sheet of the same file was written within the last ten minutes by the same person. */
async function wasImported(
  context: Context,
  { entity, file, headed }: AskedImport,
): Promise<boolean> {
  const found =
    await sql`select 1 from import_run where entity = ${entity.name} and sha256 = ${file.sha256}
    and sheet = ${String(headed.sheet)} and user_id = ${context.session.userId}
    and create_time > now() - interval '10 minutes' limit 1`.execute(context.sql);
  return found.rows.length > 0;
}

async function keepRun(
  context: Context,
  { entity, file, headed }: AskedImport,
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
