import { trimDecimal } from '@millwright/contract/kinds/decimal';
import type { DecimalField } from '@millwright/contract/kinds/decimal';
import { t } from '../kernel/language.tsx';
import type { KindView } from './kind-view.ts';
import { LazyNumber } from './lazy-number.tsx';
import { NumberRange, NumberRangeWords } from './number-range.tsx';
import { numberText } from './number-text.ts';
import { textOf } from '@millwright/contract/kernel/text';

/** An exact decimal: digits in, digits out, trailing zeros trimmed on screen. */
export const decimalView: KindView<DecimalField> = {
  width: 100,
  childWidth: 112,
  filterWidth: 240,
  filterRoom: 166,
  right: true,
  Cell: ({ value }) => <span className="num">{numberText(value)}</span>,
  Input: ({ field, id, value, onChange, disabled, invalid, describedBy }) => (
    <LazyNumber
      id={id}
      className="number-input"
      stringMode
      value={value === null || value === undefined ? null : trimDecimal(textOf(value))}
      onChange={(next) => onChange(next === null ? null : String(next))}
      changeOnWheel={false}
      suffix={field.unit ? t(field.unit) : undefined}
      disabled={disabled ?? false}
      aria-describedby={describedBy}
      {...(invalid ? { status: 'error' as const, 'aria-invalid': true } : {})}
    />
  ),
  Filter: NumberRange,
  Words: NumberRangeWords,
};
