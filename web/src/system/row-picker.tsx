import { useState } from 'react';
import { useOptions } from '../kinds/option-search.ts';
import type { Option } from '../kinds/option-search.ts';
import { PickInput } from '../kinds/pick.tsx';
import { searching, withOthers } from '../kinds/ref-list.tsx';

interface RowPickerProps {
  readonly id: string;
  /** Entity to choose from, such as `system/role`. */
  readonly target: string;
  readonly where?: Readonly<Record<string, unknown>>;
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined, name: string | undefined) => void;
}

/** One row of an entity, chosen by searching code or name, outside of a form. */
export function RowPicker({ id, target, where, value, onChange }: RowPickerProps) {
  const list = useOptions(target, where);
  const [chosen, setChosen] = useState<Option>();
  const take = (next: string | null) => {
    const option = list.options.find((one) => one.id === next);
    setChosen(option);
    onChange(next ?? undefined, option?.label);
  };
  return (
    <PickInput
      id={id}
      options={withOthers(list, chosen ? [chosen] : [])}
      value={value ?? null}
      onChange={(next) => take(next as string | null)}
      more={searching(list)}
    />
  );
}
