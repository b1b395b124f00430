import { sql } from 'kysely';
import { isPassing } from '../../kernel/database/refused-value.ts';
import type { Trx } from '../../kernel/database/transaction.ts';
import type { Services } from '../../kernel/services.ts';
import { tellDue } from './alarm-notices.ts';
import { lockDue, putOff, type WatchedAlarm } from './watch-row.ts';

/**
 * Tells what has become due by `now` (milliseconds) over all sites. An alarm of which nobody can be told for a reason of
 * its own is reported and put off by an hour; the others are told.
 */
export async function tellAllDue(
  trx: Trx,
  services: Pick<Services, 'report'>,
  now = Date.now(),
): Promise<void> {
  await tellSome(trx, await lockDue(trx, now), { services, now });
}

interface Turn {
  readonly services: Pick<Services, 'report'>;
  readonly now: number;
}

/** All at once; where that fails halves are tried until the one that cannot be told is alone. */
async function tellSome(trx: Trx, due: readonly WatchedAlarm[], turn: Turn): Promise<void> {
  const [first] = due;
  if (!first) return;
  await sql`savepoint due`.execute(trx);
  try {
    await tellDue(trx, due, turn.now);
    await sql`release savepoint due`.execute(trx);
  } catch (error) {
    await sql`rollback to savepoint due`.execute(trx);
    await sql`release savepoint due`.execute(trx);
    if (isPassing(error)) throw error;
    if (due.length === 1) return pass(trx, first, error, turn);
    const middle = Math.ceil(due.length / 2);
    await tellSome(trx, due.slice(0, middle), turn);
    await tellSome(trx, due.slice(middle), turn);
  }
}

async function pass(
  trx: Trx,
  { number, watch }: WatchedAlarm,
  error: unknown,
  { services, now }: Turn,
): Promise<void> {
  services.report(
    error,
    `Nobody could be told of alarm ${watch.encoding} of ${number}; put off by an hour.`,
  );
  await putOff(trx, watch, now, now + HOUR_MS);
}

const HOUR_MS = 3_600_000;
