import { bottleneckOf, type Paced } from '@millwright/contract/equipment/time-model';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import { type Dated, holdsOn } from '../base/dated-rows.ts';
import { orderRow } from '../production/order-at-line.ts';
import { routeBeat } from './route-beat.ts';

/** A line with the machines that are, were or will be bound to it. */
export interface PacedLine {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  /** `YYYY-MM-DD` at the site. */
  readonly today: string;
  /** Whether it has a station at which its good pieces are counted. */
  readonly hasDischarge: boolean;
  readonly devices: readonly (Paced & Dated & { readonly nickname: string })[];
}

/**
 * Enabled lines of a site in their order, or one of them, each with its enabled machines in theirs; a machine without a
 * beat of its own has that of the route of the order at the line.
 */
export async function pacedLines(
  trx: Trx,
  { siteId, lineId, now }: { siteId: string; lineId: string | null; now: number },
): Promise<PacedLine[]> {
  const beat = routeBeat({
    stationId: sql`d.station_id`,
    orderId: sql`o.id`,
    productId: sql`o.product_id`,
  });
  const { rows } = await sql<PacedLine>`
    select l.id, l.code, l.name, l.has_output as "hasDischarge",
      to_char(${new Date(now).toISOString()}::timestamptz at time zone s.time_zone, 'YYYY-MM-DD') as today,
      coalesce(json_agg(json_build_object('equipmentId', e.id::text, 'nickname', e.nickname,
        'standardBeat', coalesce(e.standard_beat, ${beat}), 'isBottleneck', coalesce(d.is_bottleneck, false),
        'validFrom', d.valid_from, 'validTo', d.valid_to)
        order by d.sequence nulls last, e.number) filter (where e.id is not null), '[]') as devices
    from base_line l join base_site s on s.id = l.site_id
    left join lateral ${orderRow(sql`l.site_id`, sql`l.id`)} o on true
    left join base_line_devices d on d.parent_id = l.id
    left join base_equipment e on e.id = d.equipment_id and e.status = '1'
    where l.site_id = ${siteId} and l.status = '1' and (${lineId}::bigint is null or l.id = ${lineId})
    group by l.id, s.time_zone order by l.serial_number, l.code`.execute(trx);
  return rows;
}

/** The machine that sets the pace of a line on a day, among those bound to it then. */
export function paceMaker({ devices }: PacedLine, day: string) {
  return bottleneckOf(devices.filter((device) => holdsOn(device, day)));
}
