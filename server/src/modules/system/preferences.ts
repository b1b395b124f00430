import { refusals } from '@millwright/contract/kernel/errors';
import { sql } from 'kysely';
import type { Session } from '../../kernel/context.ts';
import type { Trx } from '../../kernel/database/transaction.ts';
import type { CallInput } from '../../kernel/http/route.ts';
import { refuse } from '../../kernel/refuse.ts';

/** What a person keeps under a key of the client; null before anything was kept. Throws `call.invalid` for a bad key. */
export async function preference(trx: Trx, session: Session, call: CallInput) {
  const key = keyOf(call);
  const { rows } = await sql<{
    value: unknown;
  }>`select value from user_preference where user_id = ${session.userId} and key = ${key}`.execute(
    trx,
  );
  return { key, value: rows[0]?.value ?? null };
}

/** Keeps any JSON up to 16 kB under a key. Throws `call.invalid` for a bad key and for what cannot be kept. */
export async function keepPreference(trx: Trx, session: Session, call: CallInput) {
  const key = keyOf(call);
  const value = (call.body as Record<string, unknown> | null)?.value ?? null;
  const text = JSON.stringify(value);
  if (text.length > 16_384 || /\\u0000|\\ud[89a-f]/i.test(text))
    throw refuse(refusals['call.invalid'], { detail: 'value' });
  await sql`insert into user_preference (user_id, key, value) values (${session.userId}, ${key}, ${text}::jsonb)
    on conflict (user_id, key) do update set value = excluded.value, update_time = now()`.execute(
    trx,
  );
  return { key, value };
}

function keyOf({ params }: CallInput): string {
  const key = params.key ?? '';
  if (!/^[\w.:/-]{1,100}$/.test(key)) throw refuse(refusals['call.invalid'], { detail: 'key' });
  return key;
}
