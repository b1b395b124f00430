/** An unfinished order with the days left until it is due (negative = late). */
export interface DueOrder {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly quantity: number | null;
  readonly dueDate: string;
  readonly daysLeft: number;
}

/** What is read of an order row. */
export interface OrderRow {
  readonly id: string;
  readonly orderCode: string;
  readonly orderName: string;
  readonly quantity: number | null;
  readonly dueDate: string | null;
}

/** The states in which an order still has something to deliver. */
export const UNFINISHED = 'released,running,paused';

/** The orders that have a due date, the most urgent first. `today` is `YYYY-MM-DD`. */
export function dueOrders(orders: readonly OrderRow[], today: string): DueOrder[] {
  return orders
    .flatMap(({ id, orderCode, orderName, quantity, dueDate }): DueOrder[] => {
      if (!dueDate) return [];
      const day = dueDate.slice(0, 10);
      return [
        {
          id,
          code: orderCode,
          name: orderName,
          quantity,
          dueDate: day,
          daysLeft: daysBetween(today, day),
        },
      ];
    })
    .sort((a, b) => a.daysLeft - b.daysLeft);
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}
