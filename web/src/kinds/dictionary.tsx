import type { DictionaryField } from '@millwright/contract/kinds/dictionary';
import { itemLabel, itemValue, labelOf, offered, useDictionary } from '../kernel/dictionary.ts';
import type { DictItem } from '../kernel/dictionary.ts';
import { t } from '../kernel/language.tsx';
import { oneOf, wordsOf } from './filter-value.ts';
import type { KindView } from './kind-view.ts';
import { Mark } from './mark.tsx';
import { PickFilter, PickInput } from './pick.tsx';
import type { PickOption } from './pick.tsx';
import { signOf, StateWord } from './state-mark.tsx';
import { textOf } from '@millwright/contract/kernel/text';
import { markText } from '../locales/marks.ts';

/** A dictionary value in the reader's language, with its colour as a dot or its state as a shape. */
export const dictionaryView: KindView<DictionaryField> = {
  width: 110,
  Cell({ field, value }) {
    const items = useDictionary(field.dictionary);
    if (value === null || value === undefined || value === '') return '—';
    if (items === undefined) return <span aria-hidden="true">…</span>;
    const item = items.find((one) => itemValue(one) === textOf(value));
    return (
      <StateWord value={textOf(value)} color={item?.color} word={labelOf(items, textOf(value))} />
    );
  },
  Input({ field, id, value, onChange, disabled, invalid, describedBy }) {
    const items = useDictionary(field.dictionary);
    const chosen = (value as string | null) ?? null;
    return (
      <PickInput
        id={id}
        options={withOld(optionsOf(offered(items)), chosen, items)}
        value={chosen}
        onChange={onChange}
        clearable={!field.required}
        disabled={disabled}
        invalid={invalid}
        describedBy={describedBy}
        more={{ loading: items === undefined }}
      />
    );
  },
  Filter({ field, value, onChange }) {
    const items = useDictionary(field.dictionary);
    return (
      <PickFilter
        label={t(field.label)}
        options={optionsOf(offered(items))}
        value={wordsOf(value)}
        onChange={(words) => onChange(oneOf(words))}
      />
    );
  },
  Words({ field, value }) {
    const items = useDictionary(field.dictionary);
    if (items === undefined) return '…';
    return wordsOf(value)
      .map((one) => labelOf(items, one))
      .join(t(markText.comma));
  },
};

function optionsOf(items: readonly DictItem[]): PickOption[] {
  return items.map((item) => {
    const sign = signOf(itemValue(item), item.color);
    return {
      value: itemValue(item),
      label: itemLabel(item),
      ...(sign ? { mark: <Mark {...sign} /> } : {}),
    };
  });
}

/** A disabled value is no longer offered, but the row that has it keeps it. */
function withOld(
  options: PickOption[],
  chosen: string | null,
  items: readonly DictItem[] | undefined,
): PickOption[] {
  if (chosen === null || options.some((option) => option.value === chosen)) return options;
  return [...options, { value: chosen, label: labelOf(items, chosen), disabled: true }];
}
