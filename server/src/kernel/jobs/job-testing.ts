import type { Job } from '@millwright/contract/system/job';
import { expect, vi } from 'vitest';
import type { Headers, TestApp, TestSite, TestUser } from '../testing.ts';

export const JOBS = '/api/system/jobs';

/** How long tests wait for a job. */
export const SOON = { timeout: 50_000, interval: 50 };

/** A job as its person sees it. */
export async function jobSeen(test: TestApp, id: string, headers: Headers): Promise<Job> {
  return (await test.call<Job>('GET', `${JOBS}/${id}`, undefined, headers)).data;
}

/** Waits until a job has come to a state; fails after 50 s. */
export function jobUntil(
  test: TestApp,
  id: string,
  state: Job['state'],
  headers: Headers,
): Promise<Job> {
  return vi.waitFor(async () => {
    const job = await jobSeen(test, id, headers);
    expect(job.state).toBe(state);
    return job;
  }, SOON);
}

/** A job of the person that another worker seems to do, so that the next ones wait; gives its id. */
export async function jobElsewhere(
  test: TestApp,
  site: TestSite,
  person: TestUser,
): Promise<string> {
  const { rows } = await test.database.owner.query<{ id: string }>(
    `insert into system_job (site_id, user_id, kind, entity, title, locale, request, state, worker, lease_until)
     values ($1, $2, 'export', 'base/product', '产品', 'zh_CN', '{}', 'running', 'other', now() + interval '1 hour') returning id`,
    [site.id, person.id],
  );
  return rows[0]?.id ?? '';
}
