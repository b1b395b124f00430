import { createHash } from 'node:crypto';
import { refusals } from '@millwright/contract/kernel/errors';
import { callRefusals } from '@millwright/contract/system/refusals';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../database/transaction.ts';
import { refuse } from '../refuse.ts';

/** A creating call that may be repeated: whose it is, its key, and what it asked. */
export interface RepeatableCall {
  readonly userId: string;
  readonly key: string;
  readonly fingerprint: string;
}

/** Reads the `Idempotency-Key` of a POST; null without one. Throws `call.invalid` on a malformed key. */
export function repeatableCall(
  userId: string,
  header: unknown,
  url: string,
  body: unknown,
): RepeatableCall | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !/^[\w-]{8,80}$/.test(header)) {
    throw refuse(refusals['call.invalid'], { detail: 'Idempotency-Key' });
  }
  const fingerprint = createHash('sha256')
    .update(`${url}\n${JSON.stringify(body) ?? ''}`)
    .digest('base64url');
  return { userId, key: header, fingerprint };
}

/**
 * Claims the key inside the transaction of the call. A duplicate that runs at the same time waits here for the
 * first one and then gets its answer; null means: go on, this is the first. The call that fails leaves no claim.
 */
export async function earlierAnswer(trx: Trx, call: RepeatableCall): Promise<string | null> {
  const claimed = await sql`insert into idempotency_key (user_id, key, fingerprint)
    values (${call.userId}, ${call.key}, ${call.fingerprint}) on conflict do nothing`.execute(trx);
  if (claimed.numAffectedRows === 1n) return null;
  const { rows } = await sql<{ fingerprint: string; answer: string | null }>`
    select fingerprint, answer from idempotency_key where user_id = ${call.userId} and key = ${call.key}`.execute(
    trx,
  );
  const [row] = rows;
  if (!row?.answer) throw refuse(callRefusals['call.conflict']);
  if (row.fingerprint !== call.fingerprint) throw refuse(callRefusals['call.repeated']);
  return row.answer;
}

/** The statement that keeps the answer with its key, in the same transaction as the row that it tells of. */
export function answerKept(call: RepeatableCall, answer: string): RawBuilder<unknown> {
  return sql`update idempotency_key set answer = ${answer} where user_id = ${call.userId} and key = ${call.key}`;
}
