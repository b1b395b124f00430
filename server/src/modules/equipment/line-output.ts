import type { LineOutput } from '@millwright/contract/equipment/live-equipment';
import { type ShiftWindow, workingTime } from '@millwright/contract/equipment/time-model';
import { secondsOf } from '@millwright/contract/equipment/span';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import { openShiftCalendar } from '../device/shift-calendar.ts';
import { orderAtLine } from '../production/order-at-line.ts';
import { type LinePieces, piecesOfLines } from './line-pieces.ts';
import { hoursOf, standardIn } from './output-history.ts';
import { shiftNames } from './shift-names.ts';
import { shiftOfLineAt } from './working-time.ts';

/** Whose lines: those of a site in their order, or one of them. */
export interface LinesAsked {
  readonly siteId: string;
  readonly lineId: string | null;
  readonly now?: number;
}

/** What enabled lines made in the shift that runs: by hour, against what their standard beat lets expect. */
export async function lineOutputs(
  trx: Trx,
  { siteId, lineId, now = Date.now() }: LinesAsked,
): Promise<LineOutput[]> {
  const lines = await linesOf(trx, siteId, lineId);
  const ids = lines.map(({ id }) => id);
  const calendar = await openShiftCalendar(trx, siteId, [], ids);
  const shifts = new Map(
    ids.flatMap((id) => {
      const shift = shiftOfLineAt(calendar, id, now);
      return shift ? [[id, shift] as const] : [];
    }),
  );
  const [pieces, names] = await Promise.all([
    piecesOfLines(trx, siteId, shifts),
    shiftNames(trx, [...shifts.values()]),
  ]);
  const found: LineOutput[] = [];
  for (const line of lines) {
    const shift = shifts.get(line.id);
    found.push({
      ...outputOf(
        line,
        shift,
        pieces.filter((one) => one.lineId === line.id),
        now,
      ),
      orderName: await orderNameAt(trx, siteId, line.id),
      shiftName: shift ? (names.get(shift.shiftId ?? '') ?? '') : null,
    });
  }
  return found;
}

interface Line {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly beat: number | null;
  readonly hasDischarge: boolean;
}

async function linesOf(trx: Trx, siteId: string, lineId: string | null): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select id, code, name, standard_beat::float8 as beat, has_output as "hasDischarge" from base_line
    where site_id = ${siteId} and status = '1' and (${lineId}::bigint is null or id = ${lineId})
    order by serial_number, code`.execute(trx);
  return rows;
}

function outputOf(
  { code, name, beat, hasDischarge }: Line,
  shift: ShiftWindow | undefined,
  pieces: readonly LinePieces[],
  now: number,
): Omit<LineOutput, 'orderName' | 'shiftName'> {
  const total = (pick: (one: LinePieces) => number) =>
    pieces.reduce((sum, one) => sum + pick(one), 0);
  const until = (moment: number) =>
    shift && beat !== null ? Math.round(secondsOf(workingTime(shift, moment)) / beat) : null;
  return {
    code,
    name,
    hasDischarge,
    isCounted: pieces.length > 0,
    good: total(({ good }) => good),
    ng: total(({ ng }) => ng),
    standardBeat: beat,
    standard: until(now),
    standardOfShift: until(Number.POSITIVE_INFINITY),
    hours: shift ? hoursOf(shift, pieces, (hour) => standardIn(shift, hour, beat)) : [],
  };
}

async function orderNameAt(trx: Trx, siteId: string, lineId: string): Promise<string | null> {
  const order = await orderAtLine(trx, siteId, lineId);
  if (!order) return null;
  const { rows } = await sql<{ name: string }>`
    select order_name as name from production_order where id = ${order.id}`.execute(trx);
  return rows[0]?.name ?? null;
}
