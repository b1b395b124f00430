import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { inScope } from '../../kernel/database/transaction.ts';
import { writeLog } from '../../kernel/log/write.ts';
import { testApp } from '../../kernel/testing.ts';

/** What a row holds. */
export type Values = Record<string, unknown>;

/** A site with an engineer who reads all of its logs, and what is written to them and asked. */
export async function openLogs() {
  const test = await testApp();
  const site = await test.makeSite();
  const engineer = await test.as('super_admin', site);
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
  const write = (entity: AnyEntity, rows: (Values & { at: string })[]) =>
    inScope(test.database.app, { site: site.id }, (trx) =>
      writeLog(
        trx,
        entity,
        rows.map((row) => ({ siteId: site.id, ...row })),
      ),
    );
  const get = <T>(url: string, headers = engineer) => test.call<T>('GET', url, undefined, headers);
  return { test, site, engineer, ago, write, get };
}
