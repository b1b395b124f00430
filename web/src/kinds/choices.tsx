import type { ChoicesField } from '@millwright/contract/kinds/choices';
import { t } from '../kernel/language.tsx';
import { oneOf, wordsOf } from './filter-value.ts';
import type { KindView } from './kind-view.ts';
import { PickFilter, PickInput } from './pick.tsx';
import { markText } from '../locales/marks.ts';

const SEPARATOR = t(markText.comma);

/** Several values of those given, or free words typed one by one. */
export const choicesView: KindView<ChoicesField> = {
  width: 140,
  Cell({ field, value }) {
    const words = (Array.isArray(value) ? value : [])
      .map((one) => wordOf(field, String(one)))
      .join(SEPARATOR);
    if (words === '') return field.whenNone ? t(field.whenNone) : '—';
    return <span title={words}>{words}</span>;
  },
  Input: ({ field, id, value, onChange, disabled, invalid, describedBy }) => (
    <PickInput
      id={id}
      several
      options={optionsOf(field)}
      value={(value as string[] | null) ?? []}
      onChange={onChange}
      disabled={disabled}
      invalid={invalid}
      describedBy={describedBy}
      whenNone={field.whenNone}
      {...(field.options
        ? {}
        : {
            more: {
              mode: 'tags',
              open: false,
              suffixIcon: null,
              tokenSeparators: [',', '，', '、', ';'],
            },
          })}
    />
  ),
  Filter: ({ field, value, onChange }) => (
    <PickFilter
      label={t(field.label)}
      options={optionsOf(field)}
      value={wordsOf(value)}
      onChange={(words) => onChange(oneOf(words))}
      {...(field.options ? {} : { more: { mode: 'tags' } })}
    />
  ),
  Words: ({ field, value }) =>
    wordsOf(value)
      .map((one) => wordOf(field, one))
      .join(SEPARATOR),
};

function wordOf(field: ChoicesField, value: string): string {
  const label = field.options?.[value];
  return label ? t(label) : value;
}

function optionsOf(field: ChoicesField) {
  return Object.keys(field.options ?? {}).map((value) => ({ value, label: wordOf(field, value) }));
}
