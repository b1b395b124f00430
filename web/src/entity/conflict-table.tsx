import { fieldLabel } from '@millwright/contract/kernel/field-label';
import { Radio } from 'antd';
import { useState } from 'react';
import { ActionButton } from '../kernel/debounce.tsx';
import { t } from '../kernel/language.tsx';
import { entityText } from '../locales/entity.ts';
import { viewOf } from '../kinds/kind-views.ts';
import { differences } from './conflict.ts';
import type { EntityRow } from './entity-row.ts';
import { mergedValues } from './use-save.ts';
import type { Form } from './use-save.ts';
import { textOf } from '@millwright/contract/kernel/text';
import './form-summary.css';

/** Somebody else saved first: per field that both changed, yours or theirs; the rest is taken from both. */
export function ConflictTable({ form }: { form: Form }) {
  const [taken, setTaken] = useState<Readonly<Record<string, 'yours' | 'theirs'>>>({});
  const { theirs } = form;
  if (!theirs) return null;
  const both = differences(form.entity, form.start, form.values, theirs);
  const settle = () => {
    const chosen = both
      .filter(({ name }) => taken[name] === 'theirs')
      .map(({ name, theirs: value }) => [name, value]);
    form.settle({ ...mergedValues(form), ...Object.fromEntries(chosen) });
  };
  return (
    <div className="form-summary" role="alert">
      <strong>{form.staleMessage}</strong>
      {both.length === 0 && <p>{t(entityText.noConflict)}</p>}
      {both.length > 0 && (
        <table className="child-table conflict">
          <thead>
            <tr>
              <th>{t(entityText.conflictField)}</th>
              <th>{t(entityText.yours)}</th>
              <th>{t(entityText.theirs)}</th>
            </tr>
          </thead>
          <tbody>
            {both.map(({ name, yours, theirs: other }) => (
              <tr key={name}>
                <th scope="row">{t(fieldLabel(name, form.entity.fields))}</th>
                {(['yours', 'theirs'] as const).map((side) => (
                  <td key={side}>
                    <Radio
                      name={`conflict-${name}`}
                      checked={(taken[name] ?? 'yours') === side}
                      onChange={() => setTaken((old) => ({ ...old, [name]: side }))}
                    >
                      <Side
                        form={form}
                        name={name}
                        value={side === 'yours' ? yours : other}
                        row={side === 'theirs' ? theirs : undefined}
                      />
                    </Radio>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ActionButton type="primary" onClick={settle}>
        {t(entityText.settle)}
      </ActionButton>
    </div>
  );
}

function Side({
  form,
  name,
  value,
  row,
}: {
  form: Form;
  name: string;
  value: unknown;
  row: EntityRow | undefined;
}) {
  const field = form.entity.fields[name];
  if (!field) return textOf(value) || '—';
  const { Cell } = viewOf(field);
  return <Cell field={field} value={value} shown={(row ?? form.row)?.shown?.[name]} />;
}
