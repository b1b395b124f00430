import type { TextField } from '@millwright/contract/kinds/text';
import { Input } from 'antd';
import { t } from '../kernel/language.tsx';
import type { FilterProps, KindView } from './kind-view.ts';
import { OrderFilter } from './order-filter.tsx';
import { textOf } from '@millwright/contract/kernel/text';
import { clearing } from '../controls/clearing.tsx';

/** A line of text; long ones are cut in cells and read in full as the tooltip. */
export const textView: KindView<TextField> = {
  width: 140,
  childWidth: 148,
  filterWidth: 160,
  filterRoom: 142,
  Cell: ({ value }) =>
    value === null || value === undefined || value === '' ? (
      '—'
    ) : (
      <span title={textOf(value)}>{textOf(value)}</span>
    ),
  Input({ field, id, value, onChange, disabled, invalid, describedBy }) {
    const shared = {
      id,
      value: (value as string | null) ?? '',
      maxLength: field.max,
      disabled: disabled ?? false,
      'aria-describedby': describedBy,
      ...(invalid ? { status: 'error' as const, 'aria-invalid': true } : {}),
    };
    if (field.lines)
      return (
        <Input.TextArea
          {...shared}
          rows={field.lines}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    return (
      <Input {...shared} autoComplete="off" onChange={(event) => onChange(event.target.value)} />
    );
  },
  Filter: (props) =>
    props.field.suggests === 'orders' ? <OrderFilter {...props} /> : <TextFilter {...props} />,
  Words: ({ value }) => textOf(value),
};

function TextFilter({ field, value, onChange }: FilterProps<TextField>) {
  return (
    <Input
      prefix={<span className="filter-label">{t(field.label)}</span>}
      aria-label={t(field.label)}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      allowClear={clearing}
    />
  );
}
