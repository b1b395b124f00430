import { equipment } from '@millwright/contract/base/equipment';
import { refusals } from '@millwright/contract/kernel/errors';
import { sql } from 'kysely';
import { behaviour } from '../../kernel/behaviour.ts';
import type { Answer, Context } from '../../kernel/context.ts';
import { holdAlone } from '../../kernel/database/transaction.ts';
import { refuse } from '../../kernel/refuse.ts';
import { inUse } from '../../kernel/store/in-use.ts';
import { draftOf, freeCode } from './copy.ts';

type EquipmentRow = Answer<typeof equipment>;

/** What a connection test knows: when the machine was last heard, how long ago, how far its clock is off (seconds). */
export interface ConnectionTest {
  lastMessageTime: string | null;
  ageSeconds: number | null;
  clockDifferenceSeconds: number | null;
}

export default behaviour(equipment, {
  async create(context, draft) {
    const row = await context.store(equipment).create(draft);
    await refuseSameAddress(context, row);
    return row;
  },

  async update(context, id, change) {
    const row = await context.store(equipment).update(id, change);
    await refuseSameAddress(context, row);
    return row;
  },

  async remove(context, ids) {
    await refuseHeard(context, ids);
    await context.store(equipment).remove(ids);
  },

  actions: {
    /** What the machine's last message tells. */
    async test(context, row) {
      return {
        ...(await context.store(equipment).get(row.id)),
        test: await lastHeard(context, row.id),
      };
    },

    /** A machine of the same make: what is on its plate and in its cable is left out. */
    async copy(context, row) {
      const number = await freeCode(context, equipment, row.siteId, row.number, 40);
      const own = { number, serialNo: null, securityDoorNo: null, ip: null, port: null };
      return context.store(equipment).create({ ...draftOf(equipment, row), ...own });
    },
  },
});

async function lastHeard(context: Context, equipmentId: string): Promise<ConnectionTest> {
  const { rows } = await sql<ConnectionTest>`select heard_time as "lastMessageTime",
      round(extract(epoch from now() - heard_time))::float8 as "ageSeconds", round(clock_difference)::float8 as "clockDifferenceSeconds"
    from device_live where equipment_id = ${equipmentId}`.execute(context.sql);
  return rows[0] ?? { lastMessageTime: null, ageSeconds: null, clockDifferenceSeconds: null };
}

/**
 * What a machine told and made stays with it: then it is disabled, not removed. Locked first as by whoever takes in its
 * messages, so that none comes in between.
 */
async function refuseHeard(context: Context, ids: readonly string[]): Promise<void> {
  const machines = sql`${ids}::bigint[]`;
  await sql`select from device_live where equipment_id = any(${machines}) order by equipment_id for update`.execute(
    context.sql,
  );
  await sql`select from base_equipment where id = any(${machines}) order by id for update`.execute(
    context.sql,
  );
  const counts = Object.keys(TOLD).map(
    (
      table,
    ) => sql`select e.id, concat_ws(' ', e.number, e.nickname) as name, ${table}::text as told, count(*)
      from base_equipment e join ${sql.table(table)} t on t.equipment_id = e.id
      where e.id = any(${machines}) group by e.id`,
  );
  const { rows } = await sql<{ id: string; name: string; told: keyof typeof TOLD; count: string }>`
    ${sql.join(counts, sql` union all `)}`.execute(context.sql);
  const [first] = rows;
  if (!first) return;
  const uses = rows
    .filter(({ id }) => id === first.id)
    .map(({ told, count }) => ({ label: TOLD[told], count }));
  throw inUse(first.name, uses);
}

const TOLD = {
  device_state: { zh: '设备状态', en: 'Device states' },
  device_hour: { zh: '状态小时汇总', en: 'Hours of states' },
  alarm_event: { zh: '报警', en: 'Alarms' },
  prod_hour: { zh: '小时产量', en: 'Hours of output' },
} as const;

/** The unique key of address and port does not see rows without a port: they are compared by one person at a time. */
async function refuseSameAddress(context: Context, row: EquipmentRow): Promise<void> {
  if (!row.ip || row.port !== null) return;
  await holdAlone(context.sql, `addresses of ${row.siteId}`);
  const found = await sql`select 1 from base_equipment
    where site_id = ${row.siteId} and lower(ip) = lower(${row.ip}) and port is null and id <> ${row.id}`.execute(
    context.sql,
  );
  if (found.rows.length > 0)
    throw refuse(
      refusals['row.duplicate'],
      { label: equipment.fields.ip.label, value: row.ip },
      { fields: ['ip'] },
    );
}
