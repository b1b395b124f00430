import type { RefsField } from '@millwright/contract/kinds/refs';
import { useState } from 'react';
import { t } from '../kernel/language.tsx';
import type { CellProps, InputProps, KindView } from './kind-view.ts';
import { useOptions } from './option-search.ts';
import { PickInput } from './pick.tsx';
import { RefFilter, RefWords } from './ref.tsx';
import { searching, withOthers } from './ref-list.tsx';
import { markText } from '../locales/marks.ts';

/** Several references, shown by their names. */
export const refsView: KindView<RefsField> = {
  width: 150,
  Cell: RefsCell,
  Input: RefsInput,
  Filter: RefFilter,
  Words: RefWords,
};

function RefsCell({ value, shown }: CellProps<RefsField>) {
  const names = (Array.isArray(shown) ? shown : Array.isArray(value) ? value : []).join(
    t(markText.comma),
  );
  return names === '' ? '—' : <span title={names}>{names}</span>;
}

function RefsInput({
  field,
  id,
  value,
  shown,
  onChange,
  disabled,
  invalid,
  describedBy,
}: InputProps<RefsField>) {
  const list = useOptions(field.target, field.where);
  const ids = (value as string[] | null) ?? [];
  const [names, setNames] = useState<ReadonlyMap<string, string>>(() => namesBefore(ids, shown));
  const take = (next: string[]) => {
    setNames(
      (old) =>
        new Map([
          ...old,
          ...list.options
            .filter((option) => next.includes(option.id))
            .map((option) => [option.id, option.label] as const),
        ]),
    );
    onChange(next);
  };
  const chosen = ids.map((one) => ({ id: one, label: names.get(one) ?? one }));
  return (
    <PickInput
      id={id}
      several
      options={withOthers(list, chosen)}
      value={ids}
      onChange={(next) => take((next as string[] | null) ?? [])}
      disabled={disabled}
      invalid={invalid}
      describedBy={describedBy}
      more={searching(list)}
    />
  );
}

function namesBefore(
  ids: readonly string[],
  shown: string | readonly string[] | undefined,
): Map<string, string> {
  const names = Array.isArray(shown) ? (shown as readonly string[]) : [];
  return new Map(
    ids.flatMap((id, index) => (names[index] === undefined ? [] : [[id, names[index]] as const])),
  );
}
