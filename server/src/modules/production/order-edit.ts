import { order } from '@millwright/contract/production/order';
import { isOpenInOrder } from '@millwright/contract/production/order-open';
import { orderRefusals } from '@millwright/contract/production/order-refusals';
import { isWritable, problem } from '@millwright/contract/kernel/check';
import type { Answer } from '../../kernel/context.ts';
import { refuse, refuseDraft, refuseUnexplained } from '../../kernel/refuse.ts';

type OrderRow = Answer<typeof order>;

/**
 * What may still be changed of an order: all of a draft; of a released or running one quantity, due date, priority
 * and remark, with a reason. Gives the change without the fields that a form sends back unchanged.
 */
export function allowedChange(
  row: OrderRow,
  change: Record<string, unknown>,
): Record<string, unknown> {
  if (row.state === 'draft') return withoutEmptyCode(change);
  const values = row as unknown as Readonly<Record<string, unknown>>;
  const changed = Object.keys(change)
    .filter((name) => name === 'remark' || isWritable(order, name))
    .filter((name) => differs(name, values[name], change[name]));
  const fixed = changed.filter((name) => !isOpenInOrder(row.state, name));
  if (fixed.length > 0 && order.editable?.includes(row.state))
    throw refuse(orderRefusals['order.edit.released'], {}, { fields: fixed });
  const reason = typeof change.reason === 'string' ? change.reason.trim() : '';
  if (changed.length > 0 && reason === '' && order.editable?.includes(row.state))
    throw refuseUnexplained();
  const kept = changed.map((name) => [name, change[name]] as const);
  return {
    ...Object.fromEntries(kept),
    ...(reason === '' ? {} : { reason }),
    revision: change.revision,
  };
}

/** Refuses a quantity below what is made or in process already. */
export function refuseQuantityLow(
  row: Pick<OrderRow, 'goodQty' | 'wipQty'>,
  quantity: unknown,
): void {
  const made = row.goodQty + row.wipQty;
  if (typeof quantity !== 'number' || quantity >= made) return;
  throw refuseDraft([
    problem('quantity', order.fields.quantity.label, orderRefusals['order.edit.quantityLow'], {
      n: made,
    }),
  ]);
}

/** An order keeps its number: an emptied field does not take it away. */
function withoutEmptyCode(change: Record<string, unknown>): Record<string, unknown> {
  const { orderCode, ...rest } = change;
  return typeof orderCode === 'string' && orderCode.trim() !== '' ? change : rest;
}

function differs(name: string, stored: unknown, sent: unknown): boolean {
  if (sent === undefined) return false;
  return comparable(name, stored) !== comparable(name, sent);
}

/** The same value in the same words: `2` and `2.00`, two spellings of one instant, an empty text and none. */
function comparable(name: string, value: unknown): string {
  if (
    value === null ||
    value === undefined ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  )
    return '';
  const kind = order.fields[name as keyof typeof order.fields]?.kind.name;
  if (kind === 'decimal' || kind === 'integer') return String(Number(value));
  if (kind === 'instant') return typeof value === 'string' ? String(Date.parse(value)) : '?';
  if (kind === 'files' && Array.isArray(value))
    return JSON.stringify(value.map((address) => String(address).split('?')[0]));
  return typeof value === 'string' ? value.trim() : JSON.stringify(value);
}
