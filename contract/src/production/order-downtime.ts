import type { Text } from '../kernel/text.ts';

/** A machine that stood while it had an order; an open stop has no end yet. */
export interface OrderStop {
  readonly id: string;
  readonly equipmentNumber: string;
  readonly startTime: string;
  readonly endTime: string | null;
  /** Working minutes as text. */
  readonly minutes: string;
  readonly category: Text;
  readonly reason: string | null;
}

/** Answer of `GET /api/production/orders/:id/downtime`: the newest stops, and how many and how long all were. */
export interface OrderDowntime {
  readonly list: readonly OrderStop[];
  readonly total: number;
  readonly minutes: string;
}
