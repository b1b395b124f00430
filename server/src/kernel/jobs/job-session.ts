import { entityOf, tagFor } from '@millwright/contract/registry';
import { allows } from '@millwright/contract/kernel/permission';
import { refusals } from '@millwright/contract/kernel/errors';
import { jobRefusals } from '@millwright/contract/system/job';
import { sql } from 'kysely';
import type { Session } from '../context.ts';
import type { Pool } from '../database/pool.ts';
import { inScope } from '../database/transaction.ts';
import { permissionsOfRoles } from '../http/session-row.ts';
import { refuse } from '../refuse.ts';
import type { JobRow } from './job-row.ts';

/**
 * The person who asked for a job, with the rights of now: whoever lost the account or the right meanwhile gets nothing.
 * Throws `job.run.account` and `permission.missing`.
 */
export async function sessionOfJob(pool: Pool, job: JobRow): Promise<Session> {
  const session = await inScope(pool, { site: '*', readOnly: true }, async (trx) => {
    const { rows } = await sql<Owner>`
      select u.username, u.real_name as "realName", u.user_identity as identity, u.home_site as "homeSiteId", u.customer,
        u.role, coalesce(d.time_zone, 'Asia/Shanghai') as "timeZone"
      from "system_user" u left join base_site d on d.id = coalesce(${job.siteId}::bigint, u.home_site)
      where u.id = ${job.userId} and u.status = '1' and u.deleted_at is null`.execute(trx);
    const [owner] = rows;
    if (!owner) throw refuse(jobRefusals['job.run.account']);
    const { permissions, dataScope } = await permissionsOfRoles(trx, owner.role ?? []);
    const { role: _role, identity, ...person } = owner;
    return {
      ...person,
      identity: Number(identity) as 1 | 2 | 3,
      sessionId: null,
      userId: job.userId,
      siteId: job.siteId,
      permissions,
      dataScope,
      locale: job.locale,
      requestId: `job-${job.id}`,
      host: '',
    };
  });
  if (!allows(session.permissions, tagFor(entityOf(job.entity), job.kind)))
    throw refuse(refusals['permission.missing']);
  return session;
}

interface Owner {
  readonly username: string;
  readonly realName: string;
  readonly identity: string;
  readonly homeSiteId: string;
  readonly customer: string | null;
  readonly role: string[] | null;
  readonly timeZone: string;
}
