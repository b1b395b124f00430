import type { AnyField } from '@millwright/contract/kernel/field';
import type { RefField } from '@millwright/contract/kinds/ref';
import { useState } from 'react';
import { t } from '../kernel/language.tsx';
import { entityText } from '../locales/entity.ts';
import { markText } from '../locales/marks.ts';
import { NO_REF, oneOf, wordsOf } from './filter-value.ts';
import type { CellProps, FilterProps, InputProps, KindView, WordsProps } from './kind-view.ts';
import { useOptions } from './option-search.ts';
import type { Option } from './option-search.ts';
import { PickFilter, PickInput } from './pick.tsx';
import { searching, withOthers } from './ref-list.tsx';
import { useNames } from './use-names.ts';
import { textOf } from '@millwright/contract/kernel/text';

/** A reference, shown by its name, chosen by searching code or name. */
export const refView: KindView<RefField> = {
  width: 150,
  Cell: RefCell,
  Input: RefInput,
  Filter: RefFilter,
  Words: RefWords,
};

function RefCell({ value, shown }: CellProps<RefField>) {
  if (value === null || value === undefined) return '—';
  const name = typeof shown === 'string' ? shown : textOf(value);
  return <span title={name}>{name}</span>;
}

function RefInput({
  field,
  id,
  value,
  shown,
  onChange,
  disabled,
  invalid,
  describedBy,
}: InputProps<RefField>) {
  const list = useOptions(field.target, field.where);
  // A name that was chosen here stays known when the next search does not bring it.
  const [chosen, setChosen] = useState<Option | null>(null);
  const current = (value as string | null) ?? null;
  const known =
    chosen?.id === current
      ? chosen
      : { id: current ?? '', label: typeof shown === 'string' ? shown : (current ?? '') };
  const take = (next: string | null) => {
    setChosen(list.options.find((option) => option.id === next) ?? null);
    onChange(next);
  };
  return (
    <PickInput
      id={id}
      options={withOthers(list, current === null ? [] : [known])}
      value={current}
      onChange={(next) => take(next as string | null)}
      disabled={disabled}
      invalid={invalid}
      describedBy={describedBy}
      more={searching(list)}
    />
  );
}

/** A field that points at rows of another entity, one or several. */
type Referring = AnyField & { readonly target: string };

/** The filter of one or several references. */
export function RefFilter({ field, value, onChange }: FilterProps<Referring>) {
  const list = useOptions(field.target, undefined);
  const words = wordsOf(value);
  const ids = words.filter((word) => word !== NO_REF);
  const names = useNames(field.target, ids);
  const chosen = ids.map((id) => ({ id, label: names.get(id) ?? id }));
  const nothing = field.required ? [] : [{ id: NO_REF, label: t(entityText.none) }];
  return (
    <PickFilter
      label={t(field.label)}
      options={withOthers(list, [...nothing, ...chosen])}
      value={words}
      onChange={(next) => onChange(oneOf(next))}
      more={searching(list)}
    />
  );
}

/** The names of the references in a condition. */
export function RefWords({ field, value }: WordsProps<Referring>) {
  const words = wordsOf(value);
  const names = useNames(
    field.target,
    words.filter((word) => word !== NO_REF),
  );
  return words
    .map((word) => (word === NO_REF ? t(entityText.none) : (names.get(word) ?? word)))
    .join(t(markText.comma));
}
