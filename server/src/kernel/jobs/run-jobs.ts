import { randomUUID } from 'node:crypto';
import { refusals } from '@millwright/contract/kernel/errors';
import { jobRefusals } from '@millwright/contract/system/job';
import type { Session } from '../context.ts';
import { inScope, type Trx } from '../database/transaction.ts';
import { refusalOf } from '../http/envelope.ts';
import { refuse, type Refused } from '../refuse.ts';
import type { Services } from '../services.ts';
import type { JobError, JobRow } from './job-row.ts';
import { sessionOfJob } from './job-session.ts';
import {
  claimJob,
  failJob,
  finishJob,
  forgetOldJobs,
  handBack,
  isWornOut,
  type JobEnd,
  keepJob,
} from './queue.ts';

/** What the work of a job is given. */
export interface Task {
  readonly job: JobRow;
  readonly session: Session;
  /** Ends the job in the transaction of its work; throws `JobGone` when it is another's now, and nothing may stay. */
  readonly finish: (trx: Trx, end: JobEnd) => Promise<void>;
  /** Counts rows; throws `JobGone` soon after the job was cancelled. */
  readonly progress: (rows: number) => void;
}

/** Does the work of a job and ends it by `finish`. */
export type JobWork = (task: Task) => Promise<void>;

/** Tells whoever asked for a job how it ended, in the transaction that ends it. */
export type TellEnd = (trx: Trx, job: JobRow, outcome: JobEnd | JobError) => Promise<void>;

/** The job was cancelled, or has gone to another worker. */
export class JobGone extends Error {
  override readonly name = 'JobGone';
}

/** The jobs that one process does: three at a time, woken by announcements. */
export interface JobRunner {
  /** Jobs that this process is doing now. */
  readonly running: number;
  /** Stops taking jobs and gives those back that are being done. */
  close(): Promise<void>;
}

const AT_ONCE = 3;
const LOOK_EVERY_MS = 5000;
const BEAT_MS = 1000;

/** Begins to work off the queue; `works` has the work of each kind. */
export function runJobs(
  services: Services,
  works: Readonly<Record<JobRow['kind'], JobWork>>,
  tellEnd: TellEnd,
): JobRunner {
  const state: State = {
    services,
    works,
    tellEnd,
    worker: randomUUID(),
    running: new Set(),
    closed: false,
  };
  const look = () => void takeMore(state);
  services.announcements.hear('job', look);
  const timer = setInterval(look, LOOK_EVERY_MS);
  const hourly = setInterval(() => forget(state), 3_600_000);
  timer.unref();
  hourly.unref();
  setImmediate(look);
  return {
    get running() {
      return state.running.size;
    },
    async close() {
      state.closed = true;
      clearInterval(timer);
      clearInterval(hourly);
      for (const doing of state.running) doing.isGone = true;
      await handBack(services.database.pool, state.worker).catch((error: unknown) =>
        services.report(
          error,
          'Running jobs could not be handed back; others take them when their time is over.',
        ),
      );
      await Promise.all([...state.running].map(({ ended }) => ended));
    },
  };
}

interface Doing {
  isGone: boolean;
  rows: number;
  ended: Promise<void>;
}

interface State {
  readonly services: Services;
  readonly works: Readonly<Record<JobRow['kind'], JobWork>>;
  readonly tellEnd: TellEnd;
  readonly worker: string;
  readonly running: Set<Doing>;
  closed: boolean;
}

/** One look at the queue at a time: takes jobs until there are none or enough. */
async function takeMore(state: State): Promise<void> {
  const { services, worker, running } = state;
  while (!state.closed && running.size < AT_ONCE) {
    const doing: Doing = { isGone: false, rows: 0, ended: Promise.resolve() };
    running.add(doing);
    const job = await claimJob(services.database.pool, worker).catch((error: unknown) => {
      if (!state.closed) services.report(error, 'The queue of jobs could not be read.');
      return null;
    });
    if (!job) {
      running.delete(doing);
      return;
    }
    doing.ended = work(state, job, doing).finally(() => {
      running.delete(doing);
      if (!state.closed) void takeMore(state);
    });
  }
}

async function work(state: State, job: JobRow, doing: Doing): Promise<void> {
  const { services, worker, tellEnd } = state;
  const { pool } = services.database;
  const beat = setInterval(() => void keep(state, job, doing), BEAT_MS);
  try {
    if (isWornOut(job)) throw refuse(jobRefusals['job.run.interrupted']);
    const session = await sessionOfJob(pool, job);
    await state.works[job.kind]({
      job,
      session,
      async finish(trx, end) {
        if (!(await finishJob(trx, job, worker, end))) throw new JobGone();
        await tellEnd(trx, job, end);
      },
      progress(rows) {
        doing.rows = rows;
        if (doing.isGone) throw new JobGone();
      },
    });
  } catch (error) {
    if (error instanceof JobGone || doing.isGone) return;
    if (!refusalOf(error)) services.report(error, `Job ${job.id} failed.`);
    await fail(state, job, errorOf(error, job)).catch((failure: unknown) =>
      services.report(failure, `The end of job ${job.id} could not be written.`),
    );
  } finally {
    clearInterval(beat);
  }
}

async function fail({ services, worker, tellEnd }: State, job: JobRow, error: JobError) {
  await inScope(services.database.pool, { site: '*' }, async (trx) => {
    if (await failJob(trx, job, worker, error)) await tellEnd(trx, job, error);
  });
}

async function keep({ services, worker }: State, job: JobRow, doing: Doing): Promise<void> {
  try {
    const isKept = await inScope(services.database.pool, { site: '*' }, (trx) =>
      keepJob(trx, job, worker, doing.rows),
    );
    if (!isKept) doing.isGone = true;
  } catch (error) {
    services.report(error, `Job ${job.id} could not be kept; it is tried again.`);
  }
}

/** A refusal keeps its sentence; anything else is one neutral sentence, and the log has the rest. */
function errorOf(error: unknown, job: JobRow): JobError {
  const refused: Refused =
    refusalOf(error) ?? refuse(refusals['call.failed'], { requestId: `job-${job.id}` });
  const { key, text } = refused.refusal;
  return { key, text, args: refused.args };
}

function forget({ services }: State): void {
  forgetOldJobs(services.database.pool, services.settings.number('export.keepDays')).catch(
    (error: unknown) =>
      services.report(error, 'Files of old jobs could not be let go of; it is tried again.'),
  );
}
