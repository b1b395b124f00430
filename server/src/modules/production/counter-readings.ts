import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import { byMoment, counterKey, type Reading, type Step, stepsOf } from './counter-steps.ts';
import type { OutputHours } from './output-hours.ts';

/**
 * Puts readings of locked machines among those told before. The pieces between two readings belong to the hour of the
 * later one: a reading that comes late takes its share from the hour of the next.
 */
export async function takeReadings(
  trx: Trx,
  siteId: string,
  readings: readonly Reading[],
  hours: OutputHours,
): Promise<void> {
  if (readings.length === 0) return;
  const byCounter = Map.groupBy(readings, counterKey);
  const kept = Map.groupBy(await keptAround(trx, [...byCounter.values()]), counterKey);
  const changed: Step[] = [];
  for (const [key, told] of byCounter) {
    const known = kept.get(key) ?? [];
    const before = known.find(({ isBefore }) => isBefore)?.reached ?? null;
    const around = known.filter(({ isBefore }) => !isBefore).sort(byMoment);
    for (const { reading, output } of stepsOf(around, before))
      hours.add(reading, { good: -output });
    const steps = stepsOf(together(around, told), before);
    for (const { reading, output } of steps) hours.add(reading, { good: output });
    const reachedAt = new Map<Reading, number>(around.map((one) => [one, one.reached]));
    changed.push(...steps.filter(({ reading, reached }) => reachedAt.get(reading) !== reached));
  }
  await keep(trx, siteId, changed);
}

interface KeptReading extends Reading {
  readonly reached: number;
  readonly isBefore: boolean;
}

/** What is known in their order; the same counter at the same moment is the same reading. */
function together(known: readonly Reading[], told: readonly Reading[]): Reading[] {
  const all = new Map<string, Reading>();
  for (const one of [...known, ...told]) {
    const key = `${one.at} ${one.counter}`;
    if (!all.has(key)) all.set(key, one);
  }
  return [...all.values()].sort(byMoment);
}

/**
 * Per counter the reading before the first of the new ones, and those from there up to the next after the last of which
 * the time is sure: whatever comes after it stands on it alone.
 */
async function keptAround(
  trx: Trx,
  counters: readonly (readonly Reading[])[],
): Promise<KeptReading[]> {
  const asked = counters.map((readings) => {
    const moments = readings.map(({ at }) => at);
    return {
      equipment_id: readings[0]?.equipmentId,
      station_id: readings[0]?.stationId,
      first: new Date(Math.min(...moments)).toISOString(),
      last: new Date(Math.max(...moments)).toISOString(),
    };
  });
  const { rows } = await sql<StoredReading>`
    select r.equipment_id as "equipmentId", r.station_id as "stationId", r.line_id as "lineId", r.order_id as "orderId",
      r.product_id as "productId", r.shift_date as "shiftDate", r.shift_id as "shiftId", r.at, r.counter::text, r.reached::text,
      r.time_suspect as "timeSuspect", r.at < c.first as "isBefore"
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) c(equipment_id bigint, station_id bigint, first timestamptz, last timestamptz)
    cross join lateral (select coalesce((select n.at from device_counter n where n.equipment_id = c.equipment_id
        and n.station_id = c.station_id and n.at > c.last and not n.time_suspect order by n.at limit 1), 'infinity') as until) u
    cross join lateral (
      (select b.* from device_counter b where b.equipment_id = c.equipment_id and b.station_id = c.station_id
        and b.at < c.first order by b.at desc, b.counter desc limit 1)
      union all select i.* from device_counter i where i.equipment_id = c.equipment_id and i.station_id = c.station_id
        and i.at >= c.first and i.at <= u.until) r`.execute(trx);
  return rows.map(({ at, counter, reached, ...row }) => ({
    ...row,
    at: Date.parse(at),
    counter: Number(counter),
    reached: Number(reached),
  }));
}

interface StoredReading extends Omit<KeptReading, 'at' | 'counter' | 'reached'> {
  readonly at: string;
  readonly counter: string;
  readonly reached: string;
}

async function keep(trx: Trx, siteId: string, steps: readonly Step[]): Promise<void> {
  if (steps.length === 0) return;
  const rows = steps.map(({ reading, reached }) => ({
    equipment_id: reading.equipmentId,
    station_id: reading.stationId,
    at: new Date(reading.at).toISOString(),
    counter: reading.counter,
    time_suspect: reading.timeSuspect,
    reached,
    line_id: reading.lineId,
    order_id: reading.orderId,
    product_id: reading.productId,
    shift_date: reading.shiftDate,
    shift_id: reading.shiftId,
  }));
  await sql`insert into device_counter (equipment_id, station_id, at, counter, site_id, time_suspect, reached, line_id, order_id,
      product_id, shift_date, shift_id)
    select equipment_id, station_id, at, counter, ${siteId}, time_suspect, reached, line_id, order_id, product_id, shift_date, shift_id
    from jsonb_populate_recordset(null::device_counter, ${JSON.stringify(rows)}::jsonb)
    on conflict (equipment_id, station_id, at, counter) do update set reached = excluded.reached`.execute(
    trx,
  );
}

/**
 * Removes readings older than any message that a gateway may still send, over all sites. The last of them stays for
 * each counter, since the next one is held against it. Recordings are replayed at any age, so theirs stay whole.
 */
export async function forgetReadings(trx: Trx): Promise<void> {
  await sql`delete from device_counter r using (
      select c.equipment_id, c.station_id, max(c.at) as at from device_counter c
      join base_equipment e on e.id = c.equipment_id left join base_gateway g on g.id = e.gateway_id
      where c.at < now() - make_interval(days => ${KEPT_DAYS}) and g.is_history is not true
        and c.at < now() - make_interval(days => coalesce(g.max_age_days, 0))
      group by 1, 2) last
    where r.equipment_id = last.equipment_id and r.station_id = last.station_id and r.at < last.at`.execute(
    trx,
  );
}

/** Beyond the setting `gateway.maxAgeDays`; a gateway may have a longer time of its own. */
const KEPT_DAYS = 100;
