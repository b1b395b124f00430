import type { Text } from '@millwright/contract/kernel/text';
import { Select } from 'antd';
import type { SelectProps } from 'antd';
import { say, t } from '../kernel/language.tsx';
import { entityText } from '../locales/entity.ts';
import './pick.css';
import { clearing } from '../controls/clearing.tsx';

/** One entry of a choice; `mark` stands before the word. */
export interface PickOption {
  readonly value: string;
  readonly label: string;
  readonly mark?: React.ReactNode;
  readonly disabled?: boolean;
}

interface PickFilterProps {
  readonly label: string;
  readonly options: readonly PickOption[];
  readonly value: readonly string[];
  readonly onChange: (values: string[]) => void;
  /** What a searching list adds (its own search, load more). */
  readonly more?: SelectProps;
}

/** Several of a list inside a search row: label grey before the value, `生产中` or `4 项` as the value. */
export function PickFilter({ label, options, value, onChange, more }: PickFilterProps) {
  const words = value.map((one) => options.find((option) => option.value === one)?.label ?? one);
  return (
    <Select
      mode="multiple"
      className="pick-filter"
      prefix={<span className="filter-label">{label}</span>}
      aria-label={label}
      placeholder={t(entityText.all)}
      options={options.map(optionOf)}
      value={[...value]}
      onChange={(values: string[]) => onChange(values)}
      maxTagCount={0}
      maxTagPlaceholder={
        words.length === 1 ? words[0] : say(entityText.several, { n: words.length })
      }
      showSearch={{ optionFilterProp: 'title' }}
      popupMatchSelectWidth={false}
      allowClear={clearing}
      {...more}
    />
  );
}

interface PickInputProps {
  readonly id: string;
  readonly options: readonly PickOption[];
  readonly value: string | readonly string[] | null;
  readonly onChange: (value: string | string[] | null) => void;
  readonly several?: boolean;
  readonly clearable?: boolean;
  readonly disabled?: boolean | undefined;
  readonly invalid?: boolean | undefined;
  readonly describedBy?: string | undefined;
  /** Stands in the empty box instead of the request to choose. */
  readonly whenNone?: Text | undefined;
  readonly more?: SelectProps;
}

/** One or several of a list inside a form. */
export function PickInput({
  id,
  options,
  value,
  onChange,
  several,
  clearable = true,
  disabled,
  invalid,
  describedBy,
  whenNone,
  more,
}: PickInputProps) {
  const chosen = several ? [...((value as readonly string[] | null) ?? [])] : (value ?? undefined);
  return (
    <Select
      id={id}
      {...(several ? { mode: 'multiple' as const } : {})}
      className="pick-input"
      options={options.map(optionOf)}
      value={chosen}
      onChange={(next: string | string[] | undefined) => onChange(next ?? null)}
      placeholder={disabled && !whenNone ? '—' : t(whenNone ?? entityText.choose)}
      showSearch={{ optionFilterProp: 'title' }}
      allowClear={clearable && clearing}
      disabled={disabled ?? false}
      {...(invalid ? { status: 'error' as const, 'aria-invalid': true } : {})}
      aria-describedby={describedBy}
      {...more}
    />
  );
}

function optionOf({ value, label, mark, disabled }: PickOption) {
  const face = mark ? (
    <span className="state-word">
      {mark}
      <span>{label}</span>
    </span>
  ) : (
    label
  );
  return { value, label: face, title: label, disabled: disabled ?? false };
}
