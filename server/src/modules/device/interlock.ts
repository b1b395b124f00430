import {
  type InterlockAnswer,
  type InterlockReason,
  interlockReasons,
} from '@millwright/contract/device/interlock';
import { refusals } from '@millwright/contract/kernel/errors';
import { say, type TextArgs } from '@millwright/contract/kernel/text';
import { sql } from 'kysely';
import { z } from 'zod';
import { inScope, type Trx } from '../../kernel/database/transaction.ts';
import { refuse } from '../../kernel/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import type { Gateway } from './gateway-row.ts';

export const interlockSchema = z.object({
  stationNumber: z.string().trim().min(1).max(30),
  workpieceNo: z.string().trim().min(1).max(60),
});

type Question = z.infer<typeof interlockSchema>;

/** Answers whether a cell may clamp a part and stores a refusal. Throws `scan.unknown` for an unknown station. */
export function askInterlock(
  services: Services,
  gateway: Gateway,
  body: unknown,
): Promise<InterlockAnswer> {
  const asked = interlockSchema.safeParse(body);
  if (!asked.success) {
    const detail = asked.error.issues.map(({ path }) => path.join('.')).join(', ');
    throw refuse(refusals['call.invalid'], { detail });
  }
  return inScope(services.database.pool, { site: gateway.siteId }, async (trx) => {
    const refused = await refusalOf(trx, gateway, asked.data);
    if (!refused) return { allow: true, reason: null, msgZh: '', msgEn: '' };
    await storeRefusal(trx, gateway, asked.data, refused);
    const text = interlockReasons[refused.reason];
    const [msgZh, msgEn] = [say(text, refused.args, 'zh_CN'), say(text, refused.args, 'en_US')];
    return { allow: false, reason: refused.reason, msgZh, msgEn };
  });
}

interface Refusal {
  readonly reason: InterlockReason;
  readonly args: TextArgs;
}

/** A station without interlock allows everything. Reasons are found in the records of pieces as these come in. */
async function refusalOf(trx: Trx, gateway: Gateway, asked: Question): Promise<Refusal | null> {
  const { rows } = await sql<{
    interlockOn: boolean;
  }>`select interlock_on as "interlockOn" from base_station
    where site_id = ${gateway.siteId} and status = '1'
      and lower(work_report_station_no) = lower(${asked.stationNumber})`.execute(trx);
  if (!rows[0]) throw refuse(refusals['scan.unknown'], { code: asked.stationNumber });
  return null;
}

async function storeRefusal(
  trx: Trx,
  gateway: Gateway,
  asked: Question,
  { reason, args }: Refusal,
): Promise<void> {
  await sql`insert into device_interlock (site_id, gateway_id, station_number, workpiece_no, reason, args)
    values (${gateway.siteId}, ${gateway.id}, ${asked.stationNumber}, ${asked.workpieceNo}, ${reason}, ${JSON.stringify(args)}::jsonb)`.execute(
    trx,
  );
}
