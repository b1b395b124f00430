import type { AnyField } from '@millwright/contract/kernel/field';
import { InputNumber, Space } from 'antd';
import { t } from '../kernel/language.tsx';
import { entityText } from '../locales/entity.ts';
import { endsOf, rangeOf } from './filter-value.ts';
import type { FilterProps, WordsProps } from './kind-view.ts';
import { numberText } from './number-text.ts';

/** From … to … of a number, both ends included; digits stay digits. */
export function NumberRange({ field, value, onChange }: FilterProps) {
  const { begin, end } = endsOf(value);
  const label = t(field.label);
  const box = { stringMode: true, controls: false, style: { width: '50%' } } as const;
  return (
    <Space.Compact block>
      <InputNumber {...box} prefix={<span className="filter-label">{label}</span>} aria-label={`${label} ≥`} placeholder={t(entityText.from)}
        value={begin ?? null} onChange={(next) => onChange(rangeOf(next?.toString(), end))} />
      <InputNumber {...box} aria-label={`${label} ≤`} placeholder={t(entityText.to)}
        value={end ?? null} onChange={(next) => onChange(rangeOf(begin, next?.toString()))} />
    </Space.Compact>
  );
}

/** `≥ 5`, `≤ 9`, `5 – 9`. */
export function NumberRangeWords({ value }: WordsProps<AnyField>) {
  const { begin, end } = endsOf(value);
  if (begin && end) return begin === end ? numberText(begin) : `${numberText(begin)} – ${numberText(end)}`;
  return begin ? `≥ ${numberText(begin)}` : `≤ ${numberText(end)}`;
}
