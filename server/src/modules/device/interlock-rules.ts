import { type InterlockReason, interlockReasons } from '@millwright/contract/device/interlock';
import type { TextArgs } from '@millwright/contract/kernel/text';
import type { Trx } from '../../kernel/database/transaction.ts';
import { orderAtLine } from '../production/order-at-line.ts';

/** A piece at an enabled station whose interlock is on. */
export interface AskedPiece {
  readonly siteId: string;
  readonly lineId: string;
  /** The station's number as its page spells it. */
  readonly stationNumber: string;
  readonly workpieceNo: string;
}

export interface InterlockRefused {
  readonly reason: InterlockReason;
  readonly args: TextArgs;
}

/** The first reason that refuses a piece, in the order in which the reasons are declared; null lets it in. */
export async function firstRefusal(trx: Trx, asked: AskedPiece): Promise<InterlockRefused | null> {
  for (const reason of Object.keys(interlockReasons) as InterlockReason[]) {
    const args = await rules[reason]?.(trx, asked);
    if (args) return { reason, args };
  }
  return null;
}

/** Gives what the refusal is about; null when nothing speaks against the piece. */
type InterlockRule = (trx: Trx, asked: AskedPiece) => Promise<TextArgs | null>;

/** One rule for a reason; the other reasons get theirs with the pages that hold what they ask for. */
const rules: Readonly<Partial<Record<InterlockReason, InterlockRule>>> = {
  async paused(trx, { siteId, lineId }) {
    const order = await orderAtLine(trx, siteId, lineId);
    return order?.state === 'paused' ? { order: order.orderCode ?? '' } : null;
  },
};
