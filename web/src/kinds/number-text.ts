import { trimDecimal } from '@millwright/contract/kinds/decimal';
import { textOf } from '@millwright/contract/kernel/text';

/** A number as people read it: thousands separated, trailing zeros gone, exact: `'1234.500000'` → `1,234.5`. */
export function numberText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  const digits = trimDecimal(textOf(value));
  const [whole = '', places] = digits.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return places === undefined ? grouped : `${grouped}.${places}`;
}
