import { type Text, textOf } from '@millwright/contract/kernel/text';
import { lackedBy } from '@millwright/contract/system/mom-notice';
import type { NoticeKey } from '@millwright/contract/system/notice';
import type { Trx } from '../../kernel/database/transaction.ts';
import type { LogEntry } from '../../kernel/log/write.ts';
import { type Cause, settle, tell } from './tell.ts';

/** Why a report cannot be told: the sentence of its event needs more; null when it can. */
export function lackOf({
  event,
  closed,
  ...given
}: Readonly<Record<string, unknown>>): Text | null {
  const lacked = closed === true ? [] : lackedBy(event as NoticeKey, given);
  if (lacked.length === 0) return null;
  const names = lacked.join(', ');
  return { zh: `缺少 ${names}`, en: `${names}: required by the event` };
}

/**
 * Tells what the MOM service reports of its orders, in its order: an event stands in the list of MOM until it is
 * reported closed, or for 24 h.
 */
export async function takeMomNotices(trx: Trx, reports: readonly LogEntry[]): Promise<void> {
  for (const report of reports) {
    const cause = causeOf(report);
    if (report['closed'] === true) await settle(trx, cause);
    else
      await tell(trx, {
        ...cause,
        fromMom: true,
        at: report.at,
        params: { ...valuesOf(report), name: objectOf(report) },
      });
  }
}

/** One is open per event, order and object, apart from our own of the same name. */
function causeOf(report: LogEntry): Cause {
  const { siteId, event } = report;
  return { notice: event as NoticeKey, siteId, objectId: `mom ${objectOf(report)}` };
}

/** What the sentence of the event is about. */
function objectOf({ orderCode, name }: LogEntry): string {
  return `${textOf(orderCode)} ${textOf(name)}`;
}

function valuesOf(report: LogEntry): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(report).filter(
      (entry): entry is [string, string | number] =>
        typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  );
}
