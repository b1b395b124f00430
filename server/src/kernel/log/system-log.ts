import { operateLog } from '@millwright/contract/log/operate';
import { entityOf } from '@millwright/contract/registry';
import { BUSINESS } from '../business.ts';
import type { RecordedChange } from '../context.ts';
import type { Trx } from '../database/transaction.ts';
import { changesOf } from '../http/operate-log.ts';
import { writeLog } from './write.ts';

/** A change of a row of a site. */
export interface SiteChange extends RecordedChange {
  readonly siteId: string;
}

/** Tells the operate log, and so the history of the rows, what the system did by itself. */
export async function logSystemActs(trx: Trx, changes: readonly SiteChange[]): Promise<void> {
  const rows = changes.map((change) => ({
    siteId: change.siteId,
    at: new Date().toISOString(),
    module: entityOf(change.entity).label.zh,
    businessType: BUSINESS.act,
    status: '0',
    operator: '系统 system',
    entity: change.entity,
    entityId: change.entityId,
    changes: changesOf(change),
  }));
  await writeLog(trx, operateLog, rows);
}
