import { entities } from '@millwright/contract/registry';
import { AutoComplete } from 'antd';
import { useState } from 'react';
import { say, t } from '../kernel/language.tsx';
import type { InputProps } from '../kinds/kind-view.ts';
import { menuText as text } from '../locales/structure.ts';
import { knownComponents } from '../routes.tsx';
import { clearing } from '../controls/clearing.tsx';

/** A page by its component name: offered from what this release holds; an unknown one is only warned of. */
export function ComponentInput({
  id,
  value,
  onChange,
  disabled,
  invalid,
  describedBy,
}: InputProps) {
  const [known] = useState(componentNames);
  const typed = typeof value === 'string' ? value : '';
  const unknown = typed.trim() !== '' && !known.includes(typed.trim());
  const options = known
    .filter((name) => name.toLowerCase().includes(typed.trim().toLowerCase()))
    .slice(0, 50)
    .map((name) => ({ value: name }));
  return (
    <>
      <AutoComplete
        id={id}
        className="pick-input"
        options={options}
        value={typed}
        disabled={disabled ?? false}
        placeholder={t(text.componentHint)}
        allowClear={clearing}
        aria-describedby={describedBy}
        {...(invalid ? { status: 'error' as const } : {})}
        onChange={(next: string | undefined) => onChange(next || null)}
      />
      {unknown && (
        <div className="form-help is-warn" role="status">
          {say(text.unknownComponent, { name: typed.trim() })}
        </div>
      )}
    </>
  );
}

/** Pages of the build, the two containers, and entities, whose generic page needs no file. */
function componentNames(): string[] {
  return [...new Set([...knownComponents(), ...entities.map((entity) => entity.name)])].toSorted();
}
