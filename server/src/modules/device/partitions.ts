import { sql } from 'kysely';
import { remembered } from '../../kernel/database/remembered.ts';
import type { Services } from '../../kernel/services.ts';

/**
 * Makes the parts of the tables into which moments fall, in a transaction of its own: a part made while rows are
 * written would wait for other writers. What this process has seen made is not asked for again.
 */
export async function ensureParts(
  services: Pick<Services, 'asSystem'>,
  moments: readonly number[],
): Promise<void> {
  const days = new Set(moments.map((moment) => moment - (moment % DAY_MS)));
  const missing = [...days].filter((day) => !made.has(day));
  if (missing.length === 0) return;
  const times = missing.map((day) => new Date(day).toISOString());
  await services.asSystem(
    (trx) =>
      sql`with parts as materialized (select ensure_device_partitions(${times}::timestamptz[]) as made)
        select ensure_log_partition(log, moment) from parts, unnest(${times}::timestamptz[]) moment,
          unnest(array['log_equipment_state', 'log_alarm']) log where made >= 0`.execute(trx),
    { timeoutMs: 30_000 },
  );
  for (const day of missing) made.add(day);
}

const made = remembered(new Set<number>());
const DAY_MS = 86_400_000;
