import type { IntegerField } from '@millwright/contract/kinds/integer';
import { t } from '../kernel/language.tsx';
import type { KindView } from './kind-view.ts';
import { LazyNumber } from './lazy-number.tsx';
import { NumberRange, NumberRangeWords } from './number-range.tsx';
import { numberText } from './number-text.ts';

/** A whole number, thousands separated, right-aligned. */
export const integerView: KindView<IntegerField> = {
  width: 90,
  childWidth: 76,
  filterWidth: 240,
  filterRoom: 166,
  right: true,
  Cell: ({ value }) => <span className="num">{numberText(value)}</span>,
  Input: ({ field, id, value, onChange, disabled, invalid, describedBy }) => (
    <LazyNumber
      id={id}
      className="number-input"
      value={(value as number | null) ?? null}
      onChange={(next) => onChange(next)}
      precision={0}
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
