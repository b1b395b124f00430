import { trimDecimal } from '@millwright/contract/kinds/decimal';
import { grouped, textOf } from '@millwright/contract/kernel/text';

/** A number as people read it: thousands separated, trailing zeros gone, exact: `'1234.500000'` → `1,234.5`. */
export function numberText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  return grouped(trimDecimal(textOf(value)));
}
