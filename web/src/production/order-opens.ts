import { isOpenInOrder } from '@millwright/contract/production/order-open';
import type { EntityRow } from '../entity/entity-row.ts';

/** Fields that the form of an order takes changes of, by the state of the order. */
export function orderOpens(row: EntityRow, field: string): boolean {
  return isOpenInOrder(String(row['state']), field);
}
