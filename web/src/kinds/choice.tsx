import type { ChoiceField } from '@millwright/contract/kinds/choice';
import { t } from '../kernel/language.tsx';
import { Mark } from './mark.tsx';
import { oneOf, wordsOf } from './filter-value.ts';
import type { KindView } from './kind-view.ts';
import { PickFilter, PickInput } from './pick.tsx';
import type { PickOption } from './pick.tsx';
import { signOf, StateWord } from './state-mark.tsx';
import { textOf } from '@millwright/contract/kernel/text';
import { markText } from '../locales/marks.ts';

/** One of the values that the declaration fixes. */
export const choiceView: KindView<ChoiceField> = {
  width: 100,
  Cell: ({ field, value }) =>
    value === null || value === undefined ? (
      '—'
    ) : (
      <StateWord
        value={textOf(value)}
        color={field.options[textOf(value)]?.color}
        word={wordOf(field, textOf(value))}
      />
    ),
  Input: ({ field, id, value, onChange, disabled, invalid, describedBy }) => (
    <PickInput
      id={id}
      options={optionsOf(field)}
      value={(value as string | null) ?? null}
      onChange={onChange}
      clearable={!field.required}
      disabled={disabled}
      invalid={invalid}
      describedBy={describedBy}
    />
  ),
  Filter: ({ field, value, onChange }) => (
    <PickFilter
      label={t(field.label)}
      options={optionsOf(field)}
      value={wordsOf(value)}
      onChange={(words) => onChange(oneOf(words))}
    />
  ),
  Words: ({ field, value }) =>
    wordsOf(value)
      .map((one) => wordOf(field, one))
      .join(t(markText.comma)),
};

function wordOf(field: ChoiceField, value: string): string {
  const label = field.options[value];
  return label ? t(label) : value;
}

function optionsOf(field: ChoiceField): PickOption[] {
  return Object.keys(field.options).map((value) => {
    const sign = signOf(value);
    return { value, label: wordOf(field, value), mark: sign && <Mark {...sign} /> };
  });
}
