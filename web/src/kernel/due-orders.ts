import type { OrderSuggestion } from './order-list.ts';

/** An unfinished order with the days left until it is due (negative = late). */
export interface DueOrder {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly quantity: number | null;
  readonly dueDate: string;
  readonly daysLeft: number;
}

/** The unfinished orders that have a due date, the most urgent first. `today` is `YYYY-MM-DD`. */
export function dueOrders(orders: readonly OrderSuggestion[], today: string): DueOrder[] {
  return orders
    .flatMap((order): DueOrder[] => {
      const dueDate = order['dueDate'];
      if (typeof dueDate !== 'string' || ENDED.has(String(order['state'] ?? ''))) return [];
      const quantity = order['quantity'];
      return [{
        id: order.id,
        code: String(order.code ?? order['orderCode'] ?? ''),
        name: String(order.name ?? order['orderName'] ?? ''),
        quantity: typeof quantity === 'number' ? quantity : null,
        dueDate: dueDate.slice(0, 10),
        daysLeft: daysBetween(today, dueDate.slice(0, 10)),
      }];
    })
    .sort((a, b) => a.daysLeft - b.daysLeft);
}

const ENDED = new Set(['completed', 'closed', 'cancelled', 'canceled']);

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}
