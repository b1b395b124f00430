import { PassThrough } from 'node:stream';
import { callsOf } from '@millwright/contract/kernel/calls';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { refusals } from '@millwright/contract/kernel/errors';
import { MOST_PICTURED_ROWS } from '@millwright/contract/kernel/sheet-pictures';
import { tagFor } from '@millwright/contract/registry';
import { type Job, jobRefusals } from '@millwright/contract/system/job';
import type { Behaviour } from '../behaviour.ts';
import { BUSINESS } from '../business.ts';
import type { Context, Session } from '../context.ts';
import { attachmentName } from '../files/disposition.ts';
import { numberSetting } from '../files/file-limit.ts';
import { type CallInput, type Route, SENT } from '../http/route.ts';
import { jobAnswer } from '../jobs/job-row.ts';
import { addJob } from '../jobs/queue.ts';
import { refuse } from '../refuse.ts';
import type { Cell } from '../sheet/cell.ts';
import { countForExport } from './count-export.ts';
import {
  type AskedExport,
  askedExport,
  exportName,
  openExport,
  type OpenExport,
  writeExport,
} from './open-export.ts';

/**
 * `GET …/export`: the list's filters, sort and shown columns as .xlsx, or csv with `format=csv`, streamed while it is
 * read. More rows than the setting `export.maxRows` become a job of the task centre: the answer is then `{ job }`.
 */
export function exportRoute(entity: AnyEntity, module: Behaviour | undefined): Route {
  return {
    ...callsOf(entity).export,
    tag: tagFor(entity, 'export'),
    module: entity.label,
    business: BUSINESS.export,
    transaction: 'none',
    handle: async (context, call) => {
      const asked = askedExport(entity, call.query);
      const job = await asJob(entity, module, asked, call);
      if (job) return { job };
      return inTurn(context.session.userId, () =>
        exportList(context.session, entity, module, asked, call),
      );
    },
  };
}

const TIMEOUT_MS = 600_000;

/** How far an export has come. */
interface Progress {
  rows: number;
  isStarted: boolean;
  isLogged: boolean;
}

/**
 * Puts an export of many rows into the queue; null for one that comes at once. Throws `job.export.tooMany` and
 * `export.pictures.tooMany`.
 */
async function asJob(
  entity: AnyEntity,
  module: Behaviour | undefined,
  asked: AskedExport,
  call: CallInput,
): Promise<Job | null> {
  const counted = await call.scoped(
    async (context) => {
      const most = await numberSetting(context, 'export.maxRows');
      const count = (limit: number) => countForExport(context, entity, module, asked.query, limit);
      if (asked.pictures && (await count(MOST_PICTURED_ROWS + 1)) > MOST_PICTURED_ROWS)
        throw refuse(jobRefusals['export.pictures.tooMany'], { n: MOST_PICTURED_ROWS });
      if ((await count(most + 1)) <= most) return null;
      const mostOfJob = await numberSetting(context, 'export.jobMaxRows');
      const rows = await count(mostOfJob + 1);
      if (rows > mostOfJob) throw refuse(jobRefusals['job.export.tooMany'], { n: mostOfJob });
      return rows;
    },
    { readOnly: true, timeoutMs: COUNT_MS },
  );
  if (counted === null) return null;
  return call.scoped(async (context) => {
    const job = await addJob(context, {
      kind: 'export',
      entity: entity.name,
      title: entity.label.zh,
      request: call.query,
      total: counted,
    });
    logExport(context, entity, call, counted);
    return jobAnswer(job, context.session.locale);
  });
}

const COUNT_MS = 30_000;

async function exportList(
  session: Session,
  entity: AnyEntity,
  module: Behaviour | undefined,
  asked: AskedExport,
  call: CallInput,
): Promise<typeof SENT> {
  const progress: Progress = { rows: 0, isStarted: false, isLogged: false };
  const log = async () => {
    if (progress.isLogged || !progress.isStarted) return;
    progress.isLogged = true;
    await call.scoped(async (context) => logExport(context, entity, call, progress.rows));
  };
  try {
    await call.scoped(
      async (context) => {
        const open = await openExport(context, entity, module, asked);
        // Whoever has the whole file stands in the log: the row is written before the file ends.
        const rows = counted(open.chunks, progress, log);
        await send(session, open, rows, call, progress);
      },
      { readOnly: true, ofOneMoment: true, timeoutMs: TIMEOUT_MS },
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

async function* counted(
  chunks: AsyncGenerator<Cell[][]>,
  progress: Progress,
  atEnd: () => Promise<void>,
): AsyncGenerator<Cell[]> {
  for await (const rows of chunks) {
    for (const row of rows) {
      progress.rows += 1;
      yield row;
    }
  }
  await atEnd();
}

async function send(
  session: Session,
  open: OpenExport,
  rows: AsyncGenerator<Cell[]>,
  call: CallInput,
  progress: Progress,
): Promise<void> {
  const out = new PassThrough({ highWaterMark: 256 * 1024 });
  progress.isStarted = true;
  call.reply.headers({
    'content-type': open.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/vnd.ms-excel',
    'content-disposition': `attachment; ${attachmentName(exportName(session, open))}`,
    'cache-control': 'no-store',
  });
  void call.reply.send(out);
  await writeExport(session, open, rows, out, progress);
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
