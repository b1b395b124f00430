import { logModules } from '@millwright/contract/log/log-words';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { refusals } from '@millwright/contract/kernel/errors';
import { allows, EVERYTHING } from '@millwright/contract/kernel/permission';
import { jobRefusals } from '@millwright/contract/system/job';
import { type RawBuilder, sql } from 'kysely';
import { announceIn } from '../../kernel/announce.ts';
import type { Context } from '../../kernel/context.ts';
import { attachmentName } from '../../kernel/files/disposition.ts';
import { placeOf } from '../../kernel/files/folder.ts';
import { type CallInput, type Route, SENT } from '../../kernel/http/route.ts';
import { JOB_COLUMNS, jobAnswer, type JobRow } from '../../kernel/jobs/job-row.ts';
import { refuse } from '../../kernel/refuse.ts';
import { settleJobEnd } from '../notice/job-ends.ts';

const PATH = '/api/system/jobs';
const common = { tag: 'session', transaction: 'none' } as const;

/** One's own exports and imports; a super administrator may look at those of others (`?all=true`, and by id). */
export const jobRoutes: readonly Route[] = [
  {
    ...common,
    method: 'GET',
    path: PATH,
    // The task centre looks again and again while something runs; that is no activity of a person.
    passive: true,
    describe: {
      summary: { zh: '我的导出与导入', en: 'My exports and imports' },
      query: {
        type: 'object',
        properties: {
          page: { type: 'integer', minimum: 1 },
          limit: { type: 'integer', minimum: 1, maximum: 200 },
          all: { type: 'string', enum: ['true'] },
        },
      },
    },
    handle: (_context, call) => call.scoped((context) => listJobs(context, call), READING),
  },
  {
    ...common,
    method: 'GET',
    path: `${PATH}/:id`,
    passive: true,
    handle: (_context, call) =>
      call.scoped(
        async (context) => jobAnswer(await jobNamed(context, call), context.session.locale),
        READING,
      ),
  },
  {
    ...common,
    method: 'GET',
    path: `${PATH}/:id/file`,
    // The notice that the file is there ends with it.
    readOnly: false,
    handle: async (_context, call) =>
      sendFile(call, await call.scoped((context) => takenJob(context, call), { isWide: true })),
  },
  {
    ...common,
    method: 'POST',
    path: `${PATH}/:id/actions/cancel`,
    module: logModules.taskCentre,
    handle: (_context, call) =>
      call.scoped((context) => cancelJob(context, call), { isWide: true }),
  },
];

/** Jobs are a person's, whatever site is worked in now. */
const READING = { readOnly: true, isWide: true } as const;

async function listJobs(context: Context, { query }: CallInput) {
  const { page, limit } = {
    page: whole(query.page, 1, 100_000),
    limit: whole(query.limit, 20, 200),
  };
  const { userId, locale } = context.session;
  const wantsAll = query.all === 'true' && seesAll(context);
  const mine = wantsAll ? sql`` : sql`where user_id = ${userId}`;
  const [rows, count] = await Promise.all([
    sql<JobRow>`select ${JOB_COLUMNS} from system_job ${mine} order by id desc
      limit ${limit} offset ${(page - 1) * limit}`.execute(context.sql),
    sql<{ n: number }>`select count(*)::int as n from system_job ${mine}`.execute(context.sql),
  ]);
  const list = rows.rows.map((row) => jobAnswer(row, locale));
  return { list, total: count.rows[0]?.n ?? 0, page, limit };
}

function whole(sent: unknown, usual: number, most: number): number {
  if (sent === undefined) return usual;
  const value = typeof sent === 'string' && /^\d{1,6}$/.test(sent) ? Number(sent) : 0;
  if (value < 1 || value > most) throw refuse(refusals['call.invalid'], { detail: 'page, limit' });
  return value;
}

/** The job of a path, when it is the caller's; throws `row.missing`. */
async function jobNamed(context: Context, { params }: CallInput): Promise<JobRow> {
  const { rows } = await sql<JobRow>`
    select ${JOB_COLUMNS} from system_job where ${ofCaller(context, params.id ?? '')}`.execute(
    context.sql,
  );
  if (!rows[0]) throw refuse(refusals['row.missing']);
  return rows[0];
}

async function takenJob(context: Context, call: CallInput): Promise<JobRow> {
  const job = await jobNamed(context, call);
  await settleJobEnd(context.sql, job, context.session.userId);
  return job;
}

function ofCaller(context: Context, id: string): RawBuilder<boolean> {
  const named = sql<boolean>`id = ${/^\d{1,18}$/.test(id) ? id : '0'}`;
  return seesAll(context) ? named : sql<boolean>`${named} and user_id = ${context.session.userId}`;
}

function seesAll({ session }: Context): boolean {
  return allows(session.permissions, EVERYTHING);
}

/** Whoever does the work hears of it within a second. */
async function cancelJob(context: Context, call: CallInput) {
  const job = await jobNamed(context, call);
  const { rows } = await sql<JobRow>`update system_job
    set state = 'cancelled', end_time = now(), worker = null, lease_until = null
    where id = ${job.id} and state in ('queued', 'running') returning ${JOB_COLUMNS}`.execute(
    context.sql,
  );
  if (!rows[0]) throw refuse(jobRefusals['job.cancel.over']);
  await announceIn(context.sql, 'job');
  context.record({
    entity: 'system/job',
    entityId: job.id,
    siteId: job.siteId,
    operation: 'cancel',
    title: job.title,
    changes: [
      {
        field: 'state',
        label: { zh: '状态', en: 'State' },
        before: job.state,
        after: 'cancelled',
      },
    ],
  });
  return jobAnswer(rows[0], context.session.locale);
}

async function sendFile(call: CallInput, job: JobRow): Promise<typeof SENT> {
  const place = job.file === null ? null : placeOf(path.basename(job.file));
  const size = place === null ? undefined : (await stat(place).catch(() => null))?.size;
  if (place === null || size === undefined)
    throw refuse(jobRefusals['job.file.gone'], { days: job.keepDays });
  const name = job.fileName ?? path.basename(place);
  call.reply.headers({
    'content-type': name.endsWith('.csv') ? 'text/csv; charset=utf-8' : 'application/vnd.ms-excel',
    'content-disposition': `attachment; ${attachmentName(name)}`,
    'content-length': size,
    'cache-control': 'no-store',
  });
  await call.reply.send(createReadStream(place));
  return SENT;
}
