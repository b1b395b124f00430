import { sql } from 'kysely';
import {
  HOUR_MS,
  openShiftCalendar,
  type ShiftCalendar,
} from '../modules/device/shift-calendar.ts';
import { type OrderAtLine, orderAtLine } from '../modules/production/order-at-line.ts';
import { type OutputHours, outputHours } from '../modules/production/output-hours.ts';
import type { DemoMachine } from './load-states.ts';
import { type DemoEnd, lineEnds } from './output-data.ts';
import { type Random, randomOf } from './random.ts';
import type { DemoWriter } from './writer.ts';

/** What the drawers look back on. */
const DAYS = 31;
/** Seconds of a piece on every machine tool of the demo. */
const TOOL_BEAT = 290;

/** Pieces that machines counted, by the hour and no more than their states let them make, and what left the lines. */
export async function loadOutput(
  writer: DemoWriter,
  machines: readonly DemoMachine[],
  now: number,
): Promise<void> {
  const random = randomOf(7421);
  const since = now - DAYS * 24 * HOUR_MS;
  for (const [siteId, own] of Map.groupBy(machines, (machine) => machine.siteId)) {
    const plant = await plantOf(writer, siteId);
    const hours = outputHours();
    const counted = new Map<string, Made>();
    for (const machine of own) {
      const station = toolStation(plant, machine, own);
      if (!station) continue;
      const pace = TOOL_BEAT * (0.98 + random.next() * 0.1);
      const made = madeIn(machine, pace, since, now);
      counted.set(
        machine.number,
        tell(plant, hours, random, made, { teller: machine.id, station }),
      );
    }
    for (const end of lineEnds) {
      const ends = endOf(plant, end);
      if (ends) tell(plant, hours, random, reaching(end, own, counted, since, now), ends);
    }
    await hours.write(writer.context.sql, siteId);
  }
}

/** Pieces by the hour that they were made in (milliseconds). */
type Made = ReadonlyMap<number, number>;

interface Station {
  readonly id: string;
  readonly lineId: string;
}

interface Plant {
  readonly stations: ReadonlyMap<string, Station>;
  readonly devices: ReadonlyMap<string, { readonly id: string; readonly stationId: string | null }>;
  readonly orders: ReadonlyMap<string, OrderAtLine | null>;
  readonly calendar: ShiftCalendar;
}

async function plantOf({ context: { sql: trx } }: DemoWriter, siteId: string): Promise<Plant> {
  const stations = await sql<Station & { number: string }>`
    select id, line_id as "lineId", work_report_station_no as number from base_station where site_id = ${siteId}`.execute(
    trx,
  );
  const devices = await sql<{ id: string; number: string; stationId: string | null }>`
    select id, number, station_id as "stationId" from base_equipment where site_id = ${siteId}`.execute(
    trx,
  );
  const orders = new Map<string, OrderAtLine | null>();
  for (const lineId of new Set(stations.rows.map((station) => station.lineId)))
    orders.set(lineId, await orderAtLine(trx, siteId, lineId));
  return {
    stations: new Map(stations.rows.map(({ number, ...station }) => [number, station])),
    devices: new Map(devices.rows.map(({ number, ...device }) => [number, device])),
    orders,
    calendar: await openShiftCalendar(
      trx,
      siteId,
      devices.rows.map(({ id }) => id),
    ),
  };
}

/** The station of a machine tool; the second cell of a line tells its pieces at those of the first. */
function toolStation(
  { stations, devices }: Plant,
  machine: DemoMachine,
  all: readonly DemoMachine[],
): Station | undefined {
  if (machine.kind !== 'machineTool') return undefined;
  const line = all.filter(({ kind, lineId }) => kind === machine.kind && lineId === machine.lineId);
  const place = line.indexOf(machine);
  const found = [machine, line[place % CELL]].flatMap(
    (one) => devices.get(one?.number ?? '')?.stationId ?? [],
  );
  return [...stations.values()].find(({ id }) => id === found[0]);
}

/** Machines of a cell: two for turning, one for drilling. */
const CELL = 3;

/** A piece comes whenever a machine has run for its pace (seconds). */
function madeIn({ states }: DemoMachine, pace: number, since: number, now: number): Made {
  const made = new Map<number, number>();
  let worked = 0;
  for (const { status, from, to } of states) {
    if (status !== 'run') continue;
    for (let at = Math.max(from, since); at < Math.min(to, now);) {
      const hour = at - (at % HOUR_MS);
      const stop = Math.min(to, now, hour + HOUR_MS);
      const before = Math.floor(worked / pace);
      worked += (stop - at) / 1000;
      made.set(hour, (made.get(hour) ?? 0) + Math.floor(worked / pace) - before);
      at = stop;
    }
  }
  return made;
}

function reaching(
  { from, pace }: DemoEnd,
  machines: readonly DemoMachine[],
  counted: ReadonlyMap<string, Made>,
  since: number,
  now: number,
): Made {
  const all = new Map<number, number>();
  for (const number of from) {
    const machine = machines.find((one) => one.number === number);
    const made =
      pace !== undefined && machine ? madeIn(machine, pace, since, now) : counted.get(number);
    for (const [hour, pieces] of made ?? []) all.set(hour, (all.get(hour) ?? 0) + pieces);
  }
  return all;
}

interface Teller {
  readonly teller: string;
  readonly station: Station;
  readonly ngStation?: Station;
}

function endOf({ stations, devices }: Plant, end: DemoEnd): Teller | null {
  const station = stations.get(end.station);
  const teller = devices.get(end.teller)?.id;
  if (!station || !teller) return null;
  const ngStation = stations.get(end.ngStation ?? '');
  return { teller, station, ...(ngStation && { ngStation }) };
}

/** Writes pieces into their hours, a few of them NG; gives the good ones. */
function tell(
  { orders, calendar }: Plant,
  hours: OutputHours,
  random: Random,
  made: Made,
  { teller, station, ngStation = station }: Teller,
): Made {
  const good = new Map<number, number>();
  const order = orders.get(station.lineId);
  const began = Date.parse(order?.startTime ?? '');
  for (const [at, pieces] of made) {
    const ng = random.chance(pieces * 0.014) ? 1 : 0;
    const { shiftDate, shiftId } = calendar.placeOf(teller, at);
    const place = {
      equipmentId: teller,
      lineId: station.lineId,
      // What was ordered is counted by passes; these pieces have no number.
      orderId: '0',
      productId: order && began <= at ? order.productId : '0',
      shiftDate,
      shiftId: shiftId ?? '0',
      at,
    };
    hours.add({ ...place, stationId: station.id }, { good: pieces - ng });
    hours.add({ ...place, stationId: ngStation.id }, { ng });
    good.set(at, pieces - ng);
  }
  return good;
}
