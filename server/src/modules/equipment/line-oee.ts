import type { LineOee } from '@millwright/contract/equipment/line-oee';
import { bottleneckOf, keyFigures, type Paced } from '@millwright/contract/equipment/time-model';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import { type Dated, holdsOn } from '../base/dated-rows.ts';
import { openShiftCalendar } from '../device/shift-calendar.ts';
import { orderRow } from '../production/order-at-line.ts';
import type { LinesAsked } from './line-output.ts';
import { routeBeat } from './route-beat.ts';
import { shiftNames } from './shift-names.ts';
import { shiftSums } from './shift-sums.ts';
import { shiftOfLineAt } from './working-time.ts';

/** Key figures of the bottleneck of enabled lines in the shift that runs, among the machines bound when it began. */
export async function lineOees(
  trx: Trx,
  { siteId, lineId, now = Date.now() }: LinesAsked,
): Promise<LineOee[]> {
  const found = await linesOf(trx, { siteId, lineId, now });
  const calendar = await openShiftCalendar(
    trx,
    siteId,
    found.flatMap(({ devices }) => devices.map(({ equipmentId }) => equipmentId)),
    found.map(({ id }) => id),
  );
  const lines = found.map(({ id, code, name, today, devices }) => {
    const shift = shiftOfLineAt(calendar, id, now);
    const day = shift?.shiftDate ?? today;
    const machine = bottleneckOf(devices.filter((device) => holdsOn(device, day)));
    return { code, name, shift, machine };
  });
  const shifts = lines.flatMap(({ shift }) => shift ?? []);
  const days = shifts.map(({ shiftDate }) => shiftDate).toSorted();
  const [from = '', to = from] = [days[0], days.at(-1)];
  const equipmentIds = lines.flatMap(({ shift, machine }) =>
    shift && machine ? machine.equipmentId : [],
  );
  const [sums, names] = await Promise.all([
    shiftSums(trx, { siteId, equipmentIds, from, to, now, calendar }),
    shiftNames(trx, shifts),
  ]);
  return lines.map(({ code, name, shift, machine }) => {
    const own = sums.find(
      ({ equipmentId, window }) =>
        equipmentId === machine?.equipmentId && window.from === shift?.from,
    )?.sums;
    return {
      code,
      name,
      shiftName: shift ? (names.get(shift.shiftId ?? '') ?? '') : null,
      bottleneck: machine?.nickname ?? null,
      figures: own ? keyFigures(own) : null,
      runTime: own?.run ?? 0,
      output: own?.output ? { good: own.output.good, ng: own.output.ng } : null,
    };
  });
}

interface Line {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  /** `YYYY-MM-DD` at the site. */
  readonly today: string;
  readonly devices: readonly (Paced & Dated & { readonly nickname: string })[];
}

/**
 * Enabled lines in their order, each with the enabled machines that are, were or will be bound to it in theirs; a machine
 * without a beat of its own has that of the route of the order at the line.
 */
async function linesOf(trx: Trx, { siteId, lineId, now }: Required<LinesAsked>): Promise<Line[]> {
  const beat = routeBeat({
    stationId: sql`d.station_id`,
    orderId: sql`o.id`,
    productId: sql`o.product_id`,
  });
  const { rows } = await sql<Line>`
    select l.id, l.code, l.name,
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
