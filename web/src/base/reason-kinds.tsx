import { Segmented } from 'antd';
import { useDictionary, itemLabel, itemValue, offered } from '../kernel/dictionary.ts';
import type { List } from '../entity/use-list.ts';
import { t } from '../kernel/language.tsx';
import { useCards } from '../entity/use-media.ts';
import { baseText as text } from '../locales/base.ts';

/** Kinds of reasons side by side; one of them, or all. */
export function ReasonKinds({ list }: { list: List }) {
  const items = offered(useDictionary('reason_kind'));
  const { kind, ...others } = list.state.filters;
  const choose = (value: string) => list.filter(value === '' ? others : { ...others, kind: value });
  if (useCards()) return null;
  const options = [
    { value: '', label: t(text.all) },
    ...items.map((item) => ({ value: itemValue(item), label: itemLabel(item) })),
  ];
  return (
    <Segmented
      className="reason-kinds"
      options={options}
      value={typeof kind === 'string' && !kind.includes(',') ? kind : ''}
      onChange={choose}
    />
  );
}
