import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { callsOf } from '@millwright/contract/kernel/calls';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { entityOf, tagFor } from '@millwright/contract/registry';
import { sql } from 'kysely';
import type { Behaviour } from '../behaviour.ts';
import { BUSINESS } from '../business.ts';
import type { Context } from '../context.ts';
import { placeOf } from '../files/folder.ts';
import { locationOf } from '../http/client.ts';
import { type LoggedCall, logRows } from '../http/operate-log.ts';
import type { ScopedOptions } from '../http/route.ts';
import { runScoped } from '../http/run.ts';
import { rowsWritten } from '../log/write.ts';
import type { Services } from '../services.ts';
import { askedImport } from '../sheet-routes/asked-import.ts';
import { goneThrough, importLimits } from '../sheet-routes/import-file.ts';
import type { ImportRequest } from '../sheet-routes/import-later.ts';
import { carryOut, type Scoped } from '../sheet-routes/run-import.ts';
import type { JobWork, Task } from './run-jobs.ts';

/**
 * The work of an import: rows, their log, the file of errors and the end of the job in one transaction, so that a worker
 * that is killed or told to stop leaves nothing.
 */
export function importJob(
  services: Services,
  moduleOf: (entity: string) => Behaviour | undefined,
): JobWork {
  return async (task) => {
    const { job, session, finish, progress } = task;
    const { fields } = job.request as unknown as ImportRequest;
    const entity = entityOf(job.entity);
    const scoped = await scopedOf(services, task, entity);
    const limits = await scoped(importLimits, { readOnly: true });
    const bytes = await readFile(placeOf(path.posix.basename(job.input ?? '')));
    const file = await goneThrough({ bytes, name: job.title, fields, limits });
    const asked = await askedImport(session, entity, moduleOf(job.entity), file);
    await carryOut(
      asked,
      { scoped },
      {
        progress,
        async ended(context, { total, ok, failed, rows }, errors) {
          const same = rows.filter(({ verdict }) => verdict === 'unchanged').length;
          const end = {
            rows: total,
            result: { ok: Math.max(ok - same, 0), failed },
            ...(errors ? { file: errors.address, fileName: errors.name } : {}),
          };
          await finish(context.sql, end);
        },
      },
    );
  };
}

/** Transactions of the job, with the rows of the operate log that a call would leave. */
async function scopedOf(
  services: Services,
  { job, session }: Task,
  entity: AnyEntity,
): Promise<Scoped['scoped']> {
  const { host } = job.request as unknown as ImportRequest;
  const { departId, departName } = await runScoped(
    services,
    session,
    { readOnly: true },
    placeOfWork,
  );
  const { method, path: url } = callsOf(entity).import;
  const tag = tagFor(entity, 'import');
  const call: LoggedCall = {
    route: { method, tag, module: entity.label, business: BUSINESS.import },
    url,
    session: { ...session, departId, departName },
    client: { host, location: locationOf(host) },
    requestId: session.requestId,
    startedAt: performance.now(),
    param: undefined,
  };
  return <T>(work: (context: Context) => Promise<T>, options: ScopedOptions = {}) =>
    runScoped(services, session, options, work, ({ result, records }) =>
      records.length > 0
        ? rowsWritten('log_operate', logRows(call, { result, changes: records }))
        : [],
    );
}

/** The site that the job belongs to, or the company. */
async function placeOfWork({
  sql: trx,
  session,
}: Context): Promise<{ departId: string; departName: string }> {
  const { rows } = await sql<{ departId: string; departName: string }>`
    select id as "departId", depart_name as "departName" from base_site
    where id = coalesce(${session.siteId}::bigint, ${session.homeSiteId}::bigint)`.execute(trx);
  return rows[0] ?? { departId: session.homeSiteId, departName: '' };
}
