import type { AnyField } from '@millwright/contract/kernel/field';
import { t } from '../kernel/language.tsx';
import { entityText } from '../locales/entity.ts';
import { wordsOf } from './filter-value.ts';
import type { FilterProps, WordsProps } from './kind-view.ts';
import { PickFilter } from './pick.tsx';

/** Whether there are child rows, files or a picture; the one chosen last counts. */
export function PresenceFilter({ field, value, onChange }: FilterProps<AnyField>) {
  const options = Object.entries(WORDS).map(([word, text]) => ({ value: word, label: t(text) }));
  return (
    <PickFilter
      label={t(field.label)}
      options={options}
      value={wordsOf(value)}
      onChange={(words) => onChange(words.at(-1))}
    />
  );
}

export function PresenceWords({ value }: WordsProps<AnyField>) {
  return t(value === 'none' ? WORDS.none : WORDS.some);
}

const WORDS = { some: entityText.some, none: entityText.none };
