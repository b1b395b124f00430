import type { AnyField } from '@millwright/contract/kernel/field';
import { t } from '../kernel/language.tsx';
import { later } from '../kernel/later.tsx';
import { entityText } from '../locales/entity.ts';
import { endsOf, NO_NUMBER } from './filter-value.ts';
import type { FilterProps, WordsProps } from './kind-view.ts';
import { numberText } from './number-text.ts';
import { PickerPlace } from './picker-place.tsx';

const NumberBoxes = later(() => import('./number-boxes.tsx'), PickerPlace);

/** From … to … of a number, both ends included; digits stay digits. */
export function NumberRange(props: FilterProps) {
  return <NumberBoxes {...props} />;
}

/** `≥ 5`, `≤ 9`, `5 – 9`, or none. */
export function NumberRangeWords({ value }: WordsProps<AnyField>) {
  if (value === NO_NUMBER) return t(entityText.none);
  const { begin, end } = endsOf(value);
  if (begin && end)
    return begin === end ? numberText(begin) : `${numberText(begin)} – ${numberText(end)}`;
  return begin ? `≥ ${numberText(begin)}` : `≤ ${numberText(end)}`;
}
