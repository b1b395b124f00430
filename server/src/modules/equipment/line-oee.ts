import type { LineOee } from '@millwright/contract/equipment/line-oee';
import { keyFigures, type TimeSums } from '@millwright/contract/equipment/time-model';
import type { Trx } from '../../kernel/database/transaction.ts';
import { openShiftCalendar } from '../device/shift-calendar.ts';
import type { LinesAsked } from './line-output.ts';
import { type LinePieces, piecesOfLines } from './line-pieces.ts';
import { paceMaker, type PacedLine, pacedLines } from './paced-lines.ts';
import { shiftNames } from './shift-names.ts';
import { shiftSums } from './shift-sums.ts';
import { shiftOfLineAt } from './working-time.ts';

/**
 * Key figures of enabled lines in the shift that runs: the times of the bottleneck among the machines bound when it
 * began, held against the pieces of the line, those of the output board.
 */
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
    return { ...line, shift, machine: paceMaker(line, shift?.shiftDate ?? line.today) };
  });
  const shifts = lines.flatMap(({ shift }) => shift ?? []);
  const days = shifts.map(({ shiftDate }) => shiftDate).toSorted();
  const [from = '', to = from] = [days[0], days.at(-1)];
  const equipmentIds = lines.flatMap(({ shift, machine }) =>
    shift && machine ? machine.equipmentId : [],
  );
  const discharging = lines.flatMap(({ id, hasDischarge, shift }) =>
    hasDischarge && shift ? [[id, shift] as const] : [],
  );
  const [sums, pieces, names] = await Promise.all([
    shiftSums(trx, { siteId, equipmentIds, from, to, now, calendar }),
    piecesOfLines(trx, siteId, new Map(discharging)),
    shiftNames(trx, shifts),
  ]);
  return lines.map((line) => {
    const { shift, machine } = line;
    const own = sums.find(
      ({ equipmentId, window }) =>
        equipmentId === machine?.equipmentId && window.from === shift?.from,
    )?.sums;
    const shiftName = shift ? (names.get(shift.shiftId ?? '') ?? '') : null;
    return oeeOf(line, shiftName, own && withPieces(own, line, pieces));
  });
}

type Line = PacedLine & { readonly machine: ReturnType<typeof paceMaker> };

function oeeOf(
  { code, name, hasDischarge, machine }: Line,
  shiftName: string | null,
  sums: TimeSums | undefined,
): LineOee {
  return {
    code,
    name,
    shiftName,
    bottleneck: machine?.nickname ?? null,
    hasDischarge,
    figures: sums ? keyFigures(sums) : null,
    runTime: sums?.run ?? 0,
    output: sums?.output ? { good: sums.output.good, ng: sums.output.ng } : null,
  };
}

/** The bottleneck's times with the pieces of its line; without discharge stations those that it made itself stay. */
function withPieces(
  own: TimeSums,
  { id, hasDischarge, machine }: Line,
  pieces: readonly LinePieces[],
): TimeSums {
  if (!hasDischarge) return own;
  const made = pieces.filter(({ lineId }) => lineId === id);
  if (made.length === 0) return { ...own, output: null };
  const good = made.reduce((sum, one) => sum + one.good, 0);
  const ng = made.reduce((sum, one) => sum + one.ng, 0);
  const beat = machine?.standardBeat ?? null;
  const standardSeconds = beat === null ? null : (good + ng) * beat;
  return { ...own, output: { good, ng, standardSeconds, runSeconds: own.run } };
}
