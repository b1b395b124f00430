import type { ClockField } from '@millwright/contract/kinds/clock';
import { Input } from 'antd';
import type { KindView } from './kind-view.ts';
import { textOf } from '@millwright/contract/kernel/text';

/** A time of day, typed as four digits: `0830` becomes `08:30` when the field is left. */
export const clockView: KindView<ClockField> = {
  width: 80,
  childWidth: 92,
  Cell: ({ value }) => <span className="num">{value ? textOf(value) : '—'}</span>,
  Input: ({ id, value, onChange, disabled, invalid, describedBy }) => (
    <Input
      id={id}
      className="clock-input"
      value={(value as string | null) ?? ''}
      placeholder="08:30"
      inputMode="numeric"
      maxLength={5}
      disabled={disabled ?? false}
      aria-describedby={describedBy}
      {...(invalid ? { status: 'error' as const, 'aria-invalid': true } : {})}
      onChange={(event) => onChange(event.target.value.replace('：', ':'))}
      onBlur={(event) => onChange(clockOf(event.target.value))}
    />
  ),
};

/** What was typed as `HH:mm` where that can be told: `830`, `0830`, `8:30` → `08:30`; else as typed. */
export function clockOf(typed: string): string {
  const parts = /^(\d{1,2})[:：]?(\d{2})$/.exec(typed.trim());
  return parts ? `${parts[1]?.padStart(2, '0')}:${parts[2]}` : typed.trim();
}
