import type { AnyField } from '@millwright/contract/kernel/field';
import { later } from '../kernel/later.tsx';
import { endsOf } from './filter-value.ts';
import type { FilterProps, WordsProps } from './kind-view.ts';
import { numberText } from './number-text.ts';
import { PickerPlace } from './picker-place.tsx';

const NumberBoxes = later(() => import('./number-boxes.tsx'), PickerPlace);

/** From … to … of a number, both ends included; digits stay digits. */
export function NumberRange(props: FilterProps) {
  return <NumberBoxes {...props} />;
}

/** `≥ 5`, `≤ 9`, `5 – 9`. */
export function NumberRangeWords({ value }: WordsProps<AnyField>) {
  const { begin, end } = endsOf(value);
  if (begin && end)
    return begin === end ? numberText(begin) : `${numberText(begin)} – ${numberText(end)}`;
  return begin ? `≥ ${numberText(begin)}` : `≤ ${numberText(end)}`;
}
