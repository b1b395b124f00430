import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import { contextOn, systemSession } from '../../kernel/http/run.ts';
import type { Services } from '../../kernel/services.ts';
import { applyDueLimits } from '../base/check-limit.ts';
import { syncBindings } from '../base/line-binding.ts';
import { refreshOutlook } from './order-outlook.ts';

/**
 * Writes what changes by the clock alone, over all sites: limits that take effect, bindings that begin or end,
 * orders that become late by standing still. Of several processes one does it; it may run as often as one likes.
 */
export async function letTimePass(trx: Trx): Promise<void> {
  const free = await sql<{
    mine: boolean;
  }>`select pg_try_advisory_xact_lock(${TIME_LOCK}) as mine`.execute(trx);
  if (free.rows[0]?.mine !== true) return;
  const context = contextOn(systemSession('0', null), trx, [], []);
  await applyDueLimits(context);
  await syncBindings(context, null);
  await refreshOutlook(context);
}

/** Lets time pass every ten minutes until the function it returns is called. */
export function keepTime(
  services: Pick<Services, 'asSystem'>,
  failed: (error: unknown) => void,
): () => void {
  const timer = setInterval(
    () => void services.asSystem(letTimePass, { timeoutMs: 60_000 }).catch(failed),
    TEN_MINUTES_MS,
  );
  timer.unref();
  return () => clearInterval(timer);
}

const TIME_LOCK = 4_170_010;
const TEN_MINUTES_MS = 600_000;
