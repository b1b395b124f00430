import { type InterlockAnswer, interlockReasons } from '@millwright/contract/device/interlock';
import { placesInMessage } from '@millwright/contract/device/message-labels';
import { refusals } from '@millwright/contract/kernel/errors';
import { say } from '@millwright/contract/kernel/text';
import { sql } from 'kysely';
import { z } from 'zod';
import { inScope, type Trx } from '../../kernel/database/transaction.ts';
import { refuse } from '../../kernel/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import type { Gateway } from './gateway-row.ts';
import { type AskedPiece, firstRefusal, type InterlockRefused } from './interlock-rules.ts';

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
    const detail = placesInMessage(asked.error.issues.map(({ path }) => path));
    throw refuse(refusals['call.invalid'], { detail });
  }
  return inScope(services.database.pool, { site: gateway.siteId }, async (trx) => {
    const piece = await pieceAt(trx, gateway, asked.data);
    const refused = piece && (await firstRefusal(trx, piece));
    if (!refused) return { allow: true, reason: null, msgZh: '', msgEn: '' };
    await storeRefusal(trx, gateway, piece, refused);
    const text = interlockReasons[refused.reason];
    const [msgZh, msgEn] = [say(text, refused.args, 'zh_CN'), say(text, refused.args, 'en_US')];
    return { allow: false, reason: refused.reason, msgZh, msgEn };
  });
}

/** What is asked about; null at a station without interlock, which lets every piece in. */
async function pieceAt(trx: Trx, gateway: Gateway, asked: Question): Promise<AskedPiece | null> {
  const { rows } = await sql<{ stationNumber: string; lineId: string; interlockOn: boolean }>`
    select work_report_station_no as "stationNumber", line_id as "lineId", interlock_on as "interlockOn" from base_station
    where site_id = ${gateway.siteId} and status = '1'
      and lower(work_report_station_no) = lower(${asked.stationNumber})`.execute(trx);
  const [found] = rows;
  if (!found) throw refuse(refusals['scan.unknown'], { code: asked.stationNumber });
  const { interlockOn, ...station } = found;
  return interlockOn
    ? { ...station, siteId: gateway.siteId, workpieceNo: asked.workpieceNo }
    : null;
}

async function storeRefusal(
  trx: Trx,
  gateway: Gateway,
  { siteId, stationNumber, workpieceNo }: AskedPiece,
  { reason, args }: InterlockRefused,
): Promise<void> {
  await sql`insert into device_interlock (site_id, gateway_id, station_number, workpiece_no, reason, args)
    values (${siteId}, ${gateway.id}, ${stationNumber}, ${workpieceNo}, ${reason}, ${JSON.stringify(args)}::jsonb)`.execute(
    trx,
  );
}
