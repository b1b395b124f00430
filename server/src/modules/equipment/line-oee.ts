import type { LineOee } from '@millwright/contract/equipment/line-oee';
import { bottleneckOf, keyFigures, type Paced } from '@millwright/contract/equipment/time-model';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import { openShiftCalendar } from '../device/shift-calendar.ts';
import type { LinesAsked } from './line-output.ts';
import { shiftNames } from './shift-names.ts';
import { shiftSums } from './shift-sums.ts';
import { shiftsWithin } from './working-time.ts';

/** Key figures of the bottleneck of enabled lines in the shift that runs. */
export async function lineOees(
  trx: Trx,
  { siteId, lineId, now = Date.now() }: LinesAsked,
): Promise<LineOee[]> {
  const lines = (await linesOf(trx, siteId, lineId)).map(({ devices, ...line }) => ({
    ...line,
    machine: bottleneckOf(devices),
  }));
  const ids = lines.flatMap(({ machine }) => machine?.equipmentId ?? []);
  const calendar = await openShiftCalendar(trx, siteId, ids);
  const shifts = new Map(
    ids.flatMap((id) =>
      shiftsWithin(calendar, id, now, now + 1)
        .slice(0, 1)
        .map((shift) => [id, shift]),
    ),
  );
  const days = [...shifts.values()].map(({ shiftDate }) => shiftDate).toSorted();
  const [from = '', to = from] = [days[0], days.at(-1)];
  const equipmentIds = [...shifts.keys()];
  const [sums, names] = await Promise.all([
    shiftSums(trx, { siteId, equipmentIds, from, to, now, calendar }),
    shiftNames(trx, [...shifts.values()]),
  ]);
  return lines.map(({ code, name, machine }) => {
    const id = machine?.equipmentId ?? '';
    const shift = shifts.get(id);
    const own = sums.find(
      ({ equipmentId, window }) => equipmentId === id && window.from === shift?.from,
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
  readonly code: string;
  readonly name: string;
  readonly devices: readonly (Paced & { readonly nickname: string })[];
}

/** Enabled lines in their order, each with the enabled machines bound to it in theirs. */
async function linesOf(trx: Trx, siteId: string, lineId: string | null): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select l.code, l.name, coalesce(json_agg(json_build_object('equipmentId', e.id::text, 'nickname', e.nickname,
        'standardBeat', e.standard_beat, 'isBottleneck', coalesce(d.is_bottleneck, false))
        order by d.sequence nulls last, e.number) filter (where e.id is not null), '[]') as devices
    from base_line l left join base_line_devices d on d.parent_id = l.id
    left join base_equipment e on e.id = d.equipment_id and e.status = '1'
    where l.site_id = ${siteId} and l.status = '1' and (${lineId}::bigint is null or l.id = ${lineId})
    group by l.id order by l.serial_number, l.code`.execute(trx);
  return rows;
}
