import { jobRefusals } from '@millwright/contract/system/job';
import { sql } from 'kysely';
import { announceIn } from '../announce.ts';
import type { Context } from '../context.ts';
import type { Pool } from '../database/pool.ts';
import { inScope, type Trx } from '../database/transaction.ts';
import { refuse } from '../refuse.ts';
import { JOB_COLUMNS, type JobError, type JobRow } from './job-row.ts';

/** What is asked for. */
export interface NewJob {
  readonly kind: 'export' | 'import';
  readonly entity: string;
  readonly title: string;
  readonly request: object;
  readonly input?: string;
  readonly total: number | null;
}

/** Puts a job into the queue in the transaction of the call; throws `job.queue.full` when the person has ten waiting. */
export async function addJob(context: Context, job: NewJob): Promise<JobRow> {
  const { session } = context;
  const { rows } = await sql<JobRow>`
    insert into system_job (site_id, user_id, kind, entity, title, locale, request, input, total)
    select ${session.siteId}, ${session.userId}, ${job.kind}, ${job.entity}, ${job.title}, ${session.locale},
      ${JSON.stringify(job.request)}::jsonb, ${job.input ?? null}, ${job.total}
    where (select count(*) from system_job where user_id = ${session.userId} and state = 'queued') < ${MOST_WAITING}
    returning ${JOB_COLUMNS}`.execute(context.sql);
  const [made] = rows;
  if (!made) throw refuse(jobRefusals['job.queue.full'], { n: MOST_WAITING });
  await announceIn(context.sql, 'job');
  return made;
}

const MOST_WAITING = 10;

/** How long a job stays with a worker that says nothing, in seconds. */
export const LEASE_S = 15;

/** How often a job may be begun before it counts as the cause of what happens to its workers. */
const MOST_ATTEMPTS = 3;

/**
 * Gives the next job to a worker: one that waits, or one whose worker has fallen silent; never a second one of a person.
 * Null when there is none.
 */
export async function claimJob(pool: Pool, worker: string): Promise<JobRow | null> {
  try {
    return await inScope(pool, { site: '*' }, async (trx) => {
      const { rows } = await sql<JobRow>`
        update system_job set state = 'running', worker = ${worker}, attempts = attempts + 1, rows = 0,
          lease_until = now() + make_interval(secs => ${LEASE_S}), start_time = now()
        where id = (
          select j.id from system_job j
          where (j.state = 'queued' and not exists (select from system_job r where r.user_id = j.user_id and r.state = 'running'))
            or (j.state = 'running' and j.lease_until < now())
          order by j.id limit 1 for update skip locked)
        returning ${JOB_COLUMNS}`.execute(trx);
      return rows[0] ?? null;
    });
  } catch (error) {
    // Two workers took two jobs of one person at once; the one that comes second leaves it.
    if ((error as { code?: string }).code === '23505') return null;
    throw error;
  }
}

/** Whether a job has been begun too often already. */
export function isWornOut(job: JobRow): boolean {
  return job.attempts > MOST_ATTEMPTS;
}

/** Says that the work goes on and how far it is; false when it was cancelled or given to somebody else. */
export async function keepJob(
  trx: Trx,
  job: JobRow,
  worker: string,
  rows: number,
): Promise<boolean> {
  const kept =
    await sql`update system_job set rows = ${rows}, lease_until = now() + make_interval(secs => ${LEASE_S})
    where id = ${job.id} and state = 'running' and worker = ${worker}`.execute(trx);
  return kept.numAffectedRows === 1n;
}

/** What came out of a job. */
export interface JobEnd {
  readonly rows: number;
  readonly file?: string;
  readonly fileName?: string;
  readonly result?: { ok: number; failed: number };
}

/** Ends a job in the transaction of its work; false when it is not this worker's any more, and nothing may stay. */
export async function finishJob(
  trx: Trx,
  job: JobRow,
  worker: string,
  end: JobEnd,
): Promise<boolean> {
  const done =
    await sql`update system_job set state = 'done', end_time = now(), rows = ${end.rows}, total = coalesce(total, ${end.rows}),
      file = ${end.file ?? null}, file_name = ${end.fileName ?? null}, result = ${end.result ? JSON.stringify(end.result) : null}::jsonb,
      worker = null, lease_until = null
    where id = ${job.id} and state = 'running' and worker = ${worker}`.execute(trx);
  return done.numAffectedRows === 1n;
}

/** Ends a job that could not be done; false when it is not this worker's any more. */
export async function failJob(
  trx: Trx,
  job: JobRow,
  worker: string,
  error: JobError,
): Promise<boolean> {
  const failed =
    await sql`update system_job set state = 'failed', end_time = now(), error = ${JSON.stringify(error)}::jsonb, worker = null, lease_until = null
      where id = ${job.id} and state = 'running' and worker = ${worker}`.execute(trx);
  return failed.numAffectedRows === 1n;
}

/** Gives the jobs of a worker that stops back to the queue; they begin anew, and that does not count. */
export async function handBack(pool: Pool, worker: string): Promise<void> {
  await inScope(pool, { site: '*' }, async (trx) => {
    const given =
      await sql`update system_job set state = 'queued', worker = null, lease_until = null, attempts = attempts - 1
      where state = 'running' and worker = ${worker}`.execute(trx);
    if ((given.numAffectedRows ?? 0n) > 0n) await announceIn(trx, 'job');
  });
}

/** Lets go of files after their days, and of rows after ninety; the daily sweep then removes the files. */
export async function forgetOldJobs(pool: Pool, fileDays: number): Promise<void> {
  await inScope(pool, { site: '*' }, async (trx) => {
    await sql`update system_job set file = null, input = null
      where end_time < now() - make_interval(days => ${fileDays}) and (file is not null or input is not null)`.execute(
      trx,
    );
    await sql`delete from system_job where end_time < now() - interval '90 days'`.execute(trx);
  });
}
