import type { PasswordField } from '@millwright/contract/kinds/password';
import { Input } from 'antd';
import type { KindView } from './kind-view.ts';

/** A password is typed and never seen again. */
export const passwordView: KindView<PasswordField> = {
  width: 100,
  Cell: () => '••••••',
  Input: ({ id, field, value, onChange, disabled, invalid, describedBy }) => (
    <Input.Password
      id={id}
      value={(value as string | null) ?? ''}
      maxLength={field.max}
      autoComplete="new-password"
      disabled={disabled ?? false}
      aria-describedby={describedBy}
      {...(invalid ? { status: 'error' as const, 'aria-invalid': true } : {})}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    />
  ),
};
