import type { LineOee } from '@millwright/contract/equipment/line-oee';
import { keyFigures } from '@millwright/contract/equipment/time-model';
import type { Trx } from '../../kernel/database/transaction.ts';
import { openShiftCalendar } from '../device/shift-calendar.ts';
import type { LinesAsked } from './line-output.ts';
import { paceMaker, pacedLines } from './paced-lines.ts';
import { shiftNames } from './shift-names.ts';
import { shiftSums } from './shift-sums.ts';
import { shiftOfLineAt } from './working-time.ts';

/** Key figures of the bottleneck of enabled lines in the shift that runs, among the machines bound when it began. */
export async function lineOees(
  trx: Trx,
  { siteId, lineId, now = Date.now() }: LinesAsked,
): Promise<LineOee[]> {
  const found = await pacedLines(trx, { siteId, lineId, now });
  const calendar = await openShiftCalendar(
    trx,
    siteId,
    found.flatMap(({ devices }) => devices.map(({ equipmentId }) => equipmentId)),
    found.map(({ id }) => id),
  );
  const lines = found.map((line) => {
    const shift = shiftOfLineAt(calendar, line.id, now);
    const machine = paceMaker(line, shift?.shiftDate ?? line.today);
    return { code: line.code, name: line.name, shift, machine };
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
