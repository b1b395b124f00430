import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import type { Services } from '../../kernel/services.ts';
import { processName } from './process-name.ts';

/**
 * Notes that this process listens to machines, and gives since when (milliseconds) somebody has without a gap. The
 * first after all were away begins anew; one that joins others takes theirs over.
 */
export async function noteListening(trx: Trx, services: Services): Promise<number> {
  const { rows } = await sql<{ since: string }>`
    insert into device_listener as l (name, since, seen)
    select ${processName(services.config)}, coalesce(min(since), now()), now() from device_listener
      where seen > now() - make_interval(secs => ${GONE_MS / 1000})
    on conflict (name) do update set since = excluded.since, seen = excluded.seen
    returning since`.execute(trx);
  return Date.parse(rows[0]?.since ?? '') || Date.now();
}

/** Begins to listen: whoever of this name listened before has ended. */
export async function beginListening(services: Services): Promise<void> {
  await services.asSystem(async (trx) => {
    await leave(trx, services);
    await noteListening(trx, services);
  });
}

/** Ends it, so that the next to begin knows that nobody listened in between. */
export async function endListening(services: Services): Promise<void> {
  await services.asSystem((trx) => leave(trx, services));
}

async function leave(trx: Trx, { config }: Services): Promise<void> {
  await sql`delete from device_listener where name = ${processName(config)}
    or seen < now() - interval '1 day'`.execute(trx);
}

/** Who was not seen for so long has ended without a word, or could not hear. */
const GONE_MS = 25_000;
