import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { acrossSites, type Trx } from '../../kernel/database/transaction.ts';
import { contextOn, systemSession } from '../../kernel/http/run.ts';
import { type ClockKind, countClockFailure } from '../../kernel/metrics/metrics.ts';
import type { Services } from '../../kernel/services.ts';
import { applyDueLimits } from '../base/check-limit.ts';
import { syncBindings } from '../base/line-binding.ts';
import { dueInstructions, letTakeEffect } from '../system/instruction-effect.ts';
import { askReaders, instructionsWithNewcomers } from '../system/instruction-readers.ts';
import { forgetReadings } from './counter-readings.ts';
import { refreshOutlook } from './order-outlook.ts';

/**
 * Writes what changes by the clock alone, over all sites: limits and instructions that take effect, people who came
 * after one did, bindings that begin or end, orders that become late by standing still, readings of counters that
 * have served. What fails is reported and counted, and everything else is written. Of several processes one does it; it may run as
 * often as one likes.
 */
export async function letTimePass(trx: Trx, services: Pick<Services, 'report'>): Promise<void> {
  const free = await sql<{
    mine: boolean;
  }>`select pg_try_advisory_xact_lock(${TIME_LOCK}) as mine`.execute(trx);
  if (free.rows[0]?.mine !== true) return;
  const context = contextOn(systemSession('0', null), trx, [], []);
  const turn = { context, report: services.report };
  await inEverySite(turn, 'limits', () => applyDueLimits(context));
  await inEverySite(turn, 'bindings', () => syncBindings(context, null));
  await inEverySite(turn, 'outlook', () => refreshOutlook(context));
  await inEverySite(turn, 'readings', () => forgetReadings(trx));
  for (const { id, name } of await dueInstructions(context))
    await apart(turn, 'instructions', name, () => letTakeEffect(context, id));
  for (const { id, name } of await instructionsWithNewcomers(context))
    await apart(turn, 'readers', name, () => askReaders(context, id));
}

/** Lets time pass every ten minutes until the function it returns is called. */
export function keepTime(services: Pick<Services, 'asSystem' | 'report'>): () => void {
  const run = () =>
    void services
      .asSystem((trx) => letTimePass(trx, services), { timeoutMs: 60_000 })
      .catch((error: unknown) =>
        services.report(error, 'What falls due by the clock was not written; it is tried again.'),
      );
  const timer = setInterval(run, TEN_MINUTES_MS);
  timer.unref();
  return () => clearInterval(timer);
}

interface Turn {
  readonly context: Context;
  readonly report: Services['report'];
}

/** All sites at once; where that fails each for itself, so that a row which cannot be written stops its site alone. */
async function inEverySite(turn: Turn, kind: ClockKind, work: () => Promise<void>): Promise<void> {
  const { sql: trx } = turn.context;
  if ((await undone(trx, work)) === null) return;
  const { rows } = await sql<{
    id: string;
    name: string;
  }>`select id, depart_name as name from base_site where depart_type = 'site' order by id`.execute(
    trx,
  );
  for (const { id, name } of rows)
    await apart(turn, kind, name, () =>
      acrossSites(trx, async () => {
        await sql`select set_config('app.site', ${id}, true)`.execute(trx);
        await work();
      }),
    );
}

/** Does one piece of work; what it throws is reported, and nothing of it stays. */
async function apart(
  { context, report }: Turn,
  kind: ClockKind,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  const failed = await undone(context.sql, work);
  if (failed === null) return;
  countClockFailure(kind);
  report(failed.error, `Due by the clock, not written for ${name} (${kind}); it is tried again.`);
}

/** What work threw, which is undone then; a connection that is lost is thrown on. */
async function undone(trx: Trx, work: () => Promise<void>): Promise<{ error: unknown } | null> {
  await sql`savepoint due`.execute(trx);
  try {
    await work();
    await sql`release savepoint due`.execute(trx);
    return null;
  } catch (error) {
    await sql`rollback to savepoint due`.execute(trx);
    await sql`release savepoint due`.execute(trx);
    return { error };
  }
}

const TIME_LOCK = 4_170_010;
const TEN_MINUTES_MS = 600_000;
