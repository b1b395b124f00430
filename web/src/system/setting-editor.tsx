import { settingProblem } from '@millwright/contract/settings';
import type { Setting } from '@millwright/contract/settings';
import { Button, Input, Select, Switch } from 'antd';
import { useEffect, useState } from 'react';
import { ActionButton } from '../kernel/debounce.tsx';
import { say, t } from '../kernel/language.tsx';
import { settingText as text } from '../locales/structure.ts';

interface SettingEditorProps {
  readonly setting: Setting;
  readonly value: string;
  readonly disabled: boolean;
  readonly onSave: (value: string) => Promise<void>;
}

/** The value of a setting to change: switches and options act at once, numbers and texts when they are saved. */
export function SettingEditor({ setting, value, disabled, onSave }: SettingEditorProps) {
  if (setting.valueType === 'boolean') {
    return (
      <Switch
        checked={value === 'true'}
        disabled={disabled}
        aria-label={t(setting.name)}
        checkedChildren={t(text.on)}
        unCheckedChildren={t(text.off)}
        onChange={(on) => void onSave(String(on))}
      />
    );
  }
  if (setting.valueType === 'enum') {
    const options = (setting.options ?? []).map((option) => ({
      value: option.value,
      label: t(option.label),
    }));
    return (
      <Select
        className="setting-input"
        aria-label={t(setting.name)}
        disabled={disabled}
        value={value}
        options={options}
        onChange={(next: string) => void onSave(next)}
      />
    );
  }
  return <TypedEditor setting={setting} value={value} disabled={disabled} onSave={onSave} />;
}

function TypedEditor({ setting, value, disabled, onSave }: SettingEditorProps) {
  const secret = setting.valueType === 'secret';
  const start = secret ? '' : value;
  const [typed, setTyped] = useState(start);
  useEffect(() => setTyped(start), [start]);
  const dirty = typed !== start;
  const problem = dirty ? settingProblem(setting, typed.trim()) : null;
  const save = async () => {
    if (dirty && !problem) await onSave(typed.trim());
  };
  const shared = {
    className: 'setting-input',
    value: typed,
    disabled,
    'aria-label': t(setting.name),
    autoComplete: 'off',
    ...(problem
      ? {
          status: 'error' as const,
          'aria-invalid': true,
          'aria-describedby': `problem-${setting.key}`,
        }
      : {}),
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setTyped(event.target.value),
    onPressEnter: () => void save(),
    onKeyDown: (event: React.KeyboardEvent) => event.key === 'Escape' && setTyped(start),
  };
  return (
    <span className="setting-typed">
      {secret ? (
        <Input.Password {...shared} placeholder={value ? t(text.secretSet) : ''} />
      ) : (
        <Input
          {...shared}
          inputMode={setting.valueType === 'integer' ? 'numeric' : 'text'}
          suffix={setting.unit ? <small>{t(setting.unit)}</small> : undefined}
        />
      )}
      {dirty && (
        <ActionButton type="primary" disabled={problem !== null} onClick={save}>
          {t(text.save)}
        </ActionButton>
      )}
      {dirty && <Button onClick={() => setTyped(start)}>{t(text.undo)}</Button>}
      {problem && (
        <span className="form-problem" id={`problem-${setting.key}`} role="alert">
          {t(problem)}
        </span>
      )}
      {!dirty && setting.proposal && setting.proposal !== value && !disabled && (
        <Button
          type="link"
          onClick={() => setTyped(setting.proposal ?? '')}
          title={t(text.takeProposal)}
        >
          {say(text.proposal, { value: setting.proposal })}
        </Button>
      )}
    </span>
  );
}

/** A stored value in words: options by their label, switches as on and off, nothing as "empty". */
export function valueWords(setting: Setting, value: string): string {
  if (setting.valueType === 'boolean') return t(value === 'true' ? text.on : text.off);
  const option = setting.options?.find((one) => one.value === value);
  if (option) return t(option.label);
  if (value === '') return t(text.empty);
  return setting.unit ? `${value} ${t(setting.unit)}` : value;
}
