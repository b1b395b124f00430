import { equipment } from '@millwright/contract/base/equipment';
import { refusals } from '@millwright/contract/kernel/errors';
import { sql } from 'kysely';
import { behaviour } from '../../kernel/behaviour.ts';
import type { Answer, Context } from '../../kernel/context.ts';
import { refuse } from '../../kernel/refuse.ts';
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

/** The unique key of address and port does not see rows without a port. */
async function refuseSameAddress(context: Context, row: EquipmentRow): Promise<void> {
  if (!row.ip || row.port !== null) return;
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
