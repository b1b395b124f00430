import { InputNumber, Space } from 'antd';
import { t } from '../kernel/language.tsx';
import { entityText } from '../locales/entity.ts';
import { endsOf, NO_NUMBER, rangeOf } from './filter-value.ts';
import type { FilterProps } from './kind-view.ts';

/** Both ends of a number's range; a chunk of its own, brought with the first filter that has them. */
export default function NumberBoxes({ field, value, onChange }: FilterProps) {
  const { begin, end } = endsOf(value === NO_NUMBER ? undefined : value);
  const label = t(field.label);
  const box = { stringMode: true, controls: false } as const;
  return (
    <Space.Compact block>
      <InputNumber
        {...box}
        style={BEGIN}
        prefix={<span className="filter-label">{label}</span>}
        aria-label={`${label} ≥`}
        placeholder={t(entityText.from)}
        value={begin ?? null}
        onChange={(next) => onChange(rangeOf(next?.toString(), end))}
      />
      <InputNumber
        {...box}
        style={END}
        aria-label={`${label} ≤`}
        placeholder={t(entityText.to)}
        value={end ?? null}
        onChange={(next) => onChange(rangeOf(begin, next?.toString()))}
      />
    </Space.Compact>
  );
}

/** The label stands inside the first box, which is wider with it. */
const BEGIN = { flex: 1, minWidth: 0 };
const END = { flex: '0 0 96px' };
