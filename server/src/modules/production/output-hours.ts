import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import { HOUR_MS } from '../device/shift-calendar.ts';

/** Where and for what pieces were made; '0' stands for no order, product or shift. */
export interface OutputPlace {
  readonly equipmentId: string;
  readonly lineId: string;
  readonly stationId: string;
  readonly orderId: string;
  readonly productId: string;
  readonly shiftDate: string;
  readonly shiftId: string;
  /** Milliseconds. */
  readonly at: number;
}

/** Pieces that go to or from the hours of locked machines; written in one statement. */
export interface OutputHours {
  /** Amounts below 0 take away. */
  add(place: OutputPlace, amounts: { readonly good?: number; readonly ng?: number }): void;
  /** Orders that gained pieces on the whole, each with the moment (milliseconds) of the first of them. */
  gained(): ReadonlyMap<string, number>;
  write(trx: Trx, siteId: string): Promise<void>;
}

/** Gathers pieces per machine, station, order, product, shift and hour. */
export function outputHours(): OutputHours {
  const sums = new Map<string, OutputRow>();
  const orders = new Map<string, { pieces: number; first: number }>();
  return {
    add(place, { good = 0, ng = 0 }) {
      if (good === 0 && ng === 0) return;
      const row = rowOf(place);
      const key = JSON.stringify(row);
      const known = sums.get(key);
      sums.set(key, { ...row, good: (known?.good ?? 0) + good, ng: (known?.ng ?? 0) + ng });
      const { pieces, first } = orders.get(place.orderId) ?? { pieces: 0, first: Infinity };
      const isGain = good + ng > 0;
      orders.set(place.orderId, {
        pieces: pieces + good + ng,
        first: isGain ? Math.min(first, place.at) : first,
      });
    },
    gained() {
      const some = [...orders].filter(([orderId, { pieces }]) => orderId !== '0' && pieces > 0);
      return new Map(some.map(([orderId, { first }]) => [orderId, first]));
    },
    async write(trx, siteId) {
      const rows = [...sums.values()].filter(({ good, ng }) => good !== 0 || ng !== 0);
      sums.clear();
      if (rows.length === 0) return;
      await sql`insert into prod_hour as h (equipment_id, line_id, station_id, order_id, product_id, hour, shift_date, shift_id,
          site_id, good, ng)
        select equipment_id, line_id, station_id, order_id, product_id, hour, shift_date, shift_id, ${siteId}, good, ng
        from jsonb_populate_recordset(null::prod_hour, ${JSON.stringify(rows)}::jsonb)
        on conflict (equipment_id, hour, station_id, order_id, product_id, line_id, shift_date, shift_id)
        do update set good = h.good + excluded.good, ng = h.ng + excluded.ng`.execute(trx);
    },
  };
}

interface OutputRow extends ReturnType<typeof rowOf> {
  readonly good: number;
  readonly ng: number;
}

function rowOf(place: OutputPlace) {
  return {
    equipment_id: place.equipmentId,
    line_id: place.lineId,
    station_id: place.stationId,
    order_id: place.orderId,
    product_id: place.productId,
    hour: new Date(place.at - (place.at % HOUR_MS)).toISOString(),
    shift_date: place.shiftDate,
    shift_id: place.shiftId,
  };
}
