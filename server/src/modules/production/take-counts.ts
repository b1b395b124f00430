import type { CountData } from '@millwright/contract/device/message';
import type { Text } from '@millwright/contract/kernel/text';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import type { Applier, SaidMessage } from '../device/appliers.ts';
import { openShiftCalendar } from '../device/shift-calendar.ts';
import { takeReadings } from './counter-readings.ts';
import type { Reading } from './counter-steps.ts';
import { type OrderAtLine, orderAtLine } from './order-at-line.ts';
import { startBySystem } from './order-start.ts';
import { type OutputPlace, outputHours } from './output-hours.ts';

/**
 * Writes the hourly output of stations without piece numbers. A counter tells the pieces by its differences and NG
 * stands beside it; without a counter, `good` and `ng` are the pieces since the message before. A released order runs
 * from its first pieces on.
 */
export const countApplier: Applier = {
  async refuse(trx, siteId, said) {
    const stations = await stationsOf(trx, siteId, said);
    const unknown = said.filter((one) => !stations.has(stationKey(one)));
    return new Map(unknown.map((one) => [one, unknownStation(dataOf(one).stationNumber)]));
  },
  async apply(trx, siteId, said) {
    const { places, mayStart } = await placesOf(trx, siteId, said);
    const hours = outputHours();
    const readings: Reading[] = [];
    for (const one of said) {
      const place = places.get(one);
      const { good, ng, counter } = dataOf(one);
      if (!place) continue;
      const isCounter = typeof counter === 'number';
      if (isCounter) readings.push({ ...place, counter, timeSuspect: one.timeSuspect });
      hours.add(place, { good: isCounter ? 0 : (good ?? 0), ng: ng ?? 0 });
    }
    await takeReadings(trx, siteId, readings, hours);
    const gained = [...hours.gained()].filter(([orderId]) => mayStart(orderId));
    await hours.write(trx, siteId);
    await startBySystem(trx, siteId, new Map(gained));
  },
};

interface Places {
  readonly places: ReadonlyMap<SaidMessage, OutputPlace>;
  /** False for an order that is known not to wait for its first pieces. */
  readonly mayStart: (orderId: string) => boolean;
}

/** Where and for what each message counts. */
async function placesOf(trx: Trx, siteId: string, said: readonly SaidMessage[]): Promise<Places> {
  const machines = [...new Set(said.map(({ equipmentId }) => equipmentId))];
  const stations = await stationsOf(trx, siteId, said);
  const calendar = await openShiftCalendar(trx, siteId, machines);
  const { orderOf, mayStart } = await openOrders(trx, siteId, said, [...stations.values()]);
  const places = new Map<SaidMessage, OutputPlace>();
  for (const one of said) {
    const station = stations.get(stationKey(one));
    if (!station) continue;
    const { equipmentId, order: at } = one;
    const { shiftDate, shiftId } = calendar.placeOf(equipmentId, at);
    const shift = { shiftDate, shiftId: shiftId ?? '0' };
    places.set(one, { equipmentId, at, ...station, ...shift, ...orderOf(one, station.lineId) });
  }
  return { places, mayStart };
}

interface StationOfLine {
  readonly stationId: string;
  readonly lineId: string;
}

/** Enabled stations of the site by their number in small letters. */
async function stationsOf(
  trx: Trx,
  siteId: string,
  said: readonly SaidMessage[],
): Promise<Map<string, StationOfLine>> {
  const { rows } = await sql<StationOfLine & { number: string }>`
    select lower(work_report_station_no) as number, id as "stationId", line_id as "lineId" from base_station
    where site_id = ${siteId} and status = '1'
      and lower(work_report_station_no) = any(${[...new Set(said.map(stationKey))]}::text[])`.execute(
    trx,
  );
  return new Map(rows.map(({ number, ...station }) => [number, station]));
}

interface OpenOrders extends Pick<Places, 'mayStart'> {
  readonly orderOf: (
    said: SaidMessage,
    lineId: string,
  ) => Pick<OutputPlace, 'orderId' | 'productId'>;
}

/** The order that a message names, else the one at the line if it had begun by then. */
async function openOrders(
  trx: Trx,
  siteId: string,
  said: readonly SaidMessage[],
  stations: readonly StationOfLine[],
): Promise<OpenOrders> {
  const codes = [...new Set(said.flatMap(({ message }) => message.orderCode?.toLowerCase() ?? []))];
  const { rows } = await sql<{ id: string; code: string; state: string; productId: string }>`
    select id, lower(order_code) as code, state, product_id as "productId" from production_order
    where site_id = ${siteId} and lower(order_code) = any(${codes}::text[])`.execute(trx);
  const named = new Map(rows.map((order) => [order.code, order]));
  const atLine = new Map<string, OrderAtLine | null>();
  for (const lineId of new Set(stations.map((station) => station.lineId)))
    atLine.set(lineId, await orderAtLine(trx, siteId, lineId));
  const known = [...rows, ...atLine.values()];
  const others = new Set(known.flatMap((one) => (one && one.state !== 'released' ? one.id : [])));
  return {
    orderOf({ message, order: at }, lineId) {
      const running = atLine.get(lineId);
      const hasBegun = running?.startTime && Date.parse(running.startTime) <= at;
      const order =
        named.get(message.orderCode?.toLowerCase() ?? '') ?? (hasBegun ? running : undefined);
      return { orderId: order?.id ?? '0', productId: order?.productId ?? '0' };
    },
    mayStart: (orderId) => !others.has(orderId),
  };
}

function dataOf({ message }: SaidMessage): CountData {
  return message.data as CountData;
}

function stationKey(said: SaidMessage): string {
  return dataOf(said).stationNumber.toLowerCase();
}

function unknownStation(number: string): Text {
  return {
    zh: `工位「${number}」不存在或已停用`,
    en: `Station "${number}" is unknown or disabled`,
  };
}
