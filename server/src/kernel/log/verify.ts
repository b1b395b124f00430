import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { SealCheck, SealState } from '@millwright/contract/log/seal';
import { sql } from 'kysely';
import type { Trx } from '../database/transaction.ts';
import { digestOf, ofDay } from './digest.ts';
import { logs } from './seal.ts';

interface StoredSeal {
  readonly log: string;
  readonly part: number;
  readonly digest: string;
  readonly before: string | null;
  readonly count: string;
  readonly after: string;
  readonly lastId: string;
  readonly sealedAt: string;
  readonly linked: string | null;
  readonly isFirst: boolean;
  readonly archived: boolean | null;
}

/** Whether the sealed rows of a day (in UTC) are untouched, seal by seal; logs without a seal for it are left out. */
export async function verifyDay(trx: Trx, day: string): Promise<SealCheck[]> {
  const checks: SealCheck[] = [];
  for (const seal of await sealsOf(trx, day)) {
    const log = logs.find(({ table }) => table === seal.log);
    if (!log) continue;
    const state = await stateOf(trx, log, day, seal);
    checks.push({
      log: log.name,
      day,
      part: seal.part,
      rows: Number(seal.count),
      sealedAt: seal.sealedAt,
      late: await lateRows(trx, log, day),
      state,
      isWhole: state !== 'broken',
      isChained: seal.isFirst ? seal.before === null : seal.linked === seal.before,
    });
  }
  return checks;
}

async function sealsOf(trx: Trx, day: string): Promise<readonly StoredSeal[]> {
  const { rows } = await sql<StoredSeal>`
    select s.log, s.part, s.digest, s.before, s.row_count as count, s.last_id as "lastId", s.sealed_at as "sealedAt",
      s.link = 1 as "isFirst", b.digest as linked,
      coalesce((select max(p.last_id) from log_seal p where p.log = s.log and p.day = s.day and p.part < s.part), 0)::text as after,
      (select d.is_archived from log_dropped d where d.log = s.log and d.dropped_at > s.sealed_at
        and s.day::timestamp at time zone 'UTC' >= d.begins and s.day::timestamp at time zone 'UTC' < d.ends
        order by d.dropped_at limit 1) as archived
    from log_seal s left join log_seal b on b.log = s.log and b.link = s.link - 1
    where s.day = ${day}::date order by s.log, s.part`.execute(trx);
  return rows;
}

async function stateOf(
  trx: Trx,
  log: AnyEntity,
  day: string,
  { archived, digest: sealed, after, lastId, before }: StoredSeal,
): Promise<SealState> {
  if (archived !== null) return archived ? 'archived' : 'dropped';
  const { digest } = await digestOf(trx, log, { day, after, upTo: lastId, before });
  return digest === sealed ? 'whole' : 'broken';
}

async function lateRows(trx: Trx, { table }: AnyEntity, day: string): Promise<number> {
  const { rows } = await sql<{
    n: string;
  }>`select count(*) as n from ${sql.table(table)} t where ${ofDay(day)} and t.id >
    (select max(s.last_id) from log_seal s where s.log = ${table} and s.day = ${day}::date)`.execute(
    trx,
  );
  return Number(rows[0]?.n ?? 0);
}
