import { say } from '@millwright/contract/kernel/text';
import { jobKinds } from '@millwright/contract/system/job';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import { type JobRow, titleOf } from '../../kernel/jobs/job-row.ts';
import type { TellEnd } from '../../kernel/jobs/run-jobs.ts';
import { settle, tell } from './tell.ts';

/** Tells a person in the bell that his export is ready, his import written, or that it failed and why. */
export const tellJobEnd: TellEnd = async (trx, job, outcome) => {
  const title = titleOf(job);
  const kind = jobKinds[job.kind];
  const name = { zh: `${kind.zh} · ${title.zh}`, en: `${kind.en} · ${title.en}` };
  const about = { siteId: await siteOf(trx, job), objectId: job.id, userIds: [job.userId] };
  if ('key' in outcome)
    await tell(trx, {
      ...about,
      notice: 'job.failed',
      params: {
        name,
        reason: {
          zh: say(outcome.text, outcome.args, 'zh_CN'),
          en: say(outcome.text, outcome.args, 'en_US'),
        },
      },
    });
  else if (outcome.result)
    await tell(trx, { ...about, notice: 'job.imported', params: { name, ...outcome.result } });
  else await tell(trx, { ...about, notice: 'job.exported', params: { name, n: outcome.rows } });
};

/** Whoever has taken the file needs no word of it any more. */
export async function settleJobEnd(trx: Trx, job: JobRow, userId: string): Promise<void> {
  if (job.userId !== userId) return;
  const about = { siteId: await siteOf(trx, job), objectId: job.id };
  await settle(
    trx,
    [
      { ...about, notice: 'job.exported' },
      { ...about, notice: 'job.imported' },
    ],
    { userId, receiver: userId },
  );
}

/** A job of somebody who works for the whole company is told at his home. */
async function siteOf(trx: Trx, { siteId, userId }: JobRow): Promise<string> {
  if (siteId !== null) return siteId;
  const { rows } = await sql<{ id: string }>`
    select home_site as id from "system_user" where id = ${userId}`.execute(trx);
  return rows[0]?.id ?? '';
}
