import type { JsonField } from '@millwright/contract/kinds/json';
import { Input } from 'antd';
import { useState } from 'react';
import type { CellProps, InputProps, KindView } from './kind-view.ts';
import './json.css';

/** A structure as readable JSON. */
export const jsonView: KindView<JsonField> = {
  width: 160,
  wide: true,
  Cell: JsonCell,
  Input: JsonInput,
};

function JsonCell({ value }: CellProps<JsonField>) {
  if (value === null || value === undefined) return '—';
  const written = JSON.stringify(value);
  return <span title={written}>{written}</span>;
}

/** What cannot be read as JSON stays as the text typed, so that the judgement of the field names it. */
function JsonInput({ id, value, onChange, disabled, invalid, describedBy }: InputProps<JsonField>) {
  const [typed, setTyped] = useState(() =>
    value === null || value === undefined ? '' : JSON.stringify(value, null, 2),
  );
  const take = (next: string) => {
    setTyped(next);
    onChange(next.trim() === '' ? null : read(next));
  };
  return (
    <Input.TextArea
      id={id}
      className="json-input"
      value={typed}
      rows={4}
      spellCheck={false}
      disabled={disabled ?? false}
      aria-describedby={describedBy}
      {...(invalid ? { status: 'error' as const, 'aria-invalid': true } : {})}
      onChange={(event) => take(event.target.value)}
    />
  );
}

function read(typed: string): unknown {
  try {
    return JSON.parse(typed) as unknown;
  } catch {
    return typed;
  }
}
