import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { AnyFields } from '@millwright/contract/kernel/field';
import { text } from '@millwright/contract/kinds/text';
import { Modal } from 'antd';
import { useState } from 'react';
import { say, t } from '../kernel/language.tsx';
import { Refusal } from '../kernel/refusal.ts';
import type { FieldProblem } from '../kernel/refusal.ts';
import { entityText } from '../locales/entity.ts';
import type { EntityRow } from './entity-row.ts';
import { FormFields } from './form-fields.tsx';
import { fieldProblems } from './form-draft.ts';
import { titleOf } from './row-acts.ts';
import type { Acts } from './use-act.ts';

interface ActionDialogProps {
  readonly entity: AnyEntity;
  readonly name: string;
  readonly row: EntityRow;
  readonly withReason: boolean;
  readonly acts: Acts;
  readonly onClose: () => void;
  readonly onDone: (row: EntityRow) => void;
}

/** Asks for the fields and the reason of an action, then does it; problems stand at their fields. */
export function ActionDialog({
  entity,
  name,
  row,
  withReason,
  acts,
  onClose,
  onDone,
}: ActionDialogProps) {
  const action = entity.actions[name];
  const fields: AnyFields = { ...action?.fields, ...(withReason ? { reason: REASON } : {}) };
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(() =>
    startValues(fields),
  );
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const [busy, setBusy] = useState(false);
  const send = async () => {
    const found = fieldProblems(fields, values);
    setProblems(found);
    if (found.length > 0) return;
    setBusy(true);
    try {
      onDone(await acts.act(row, name, values, true));
      onClose();
    } catch (error) {
      if (error instanceof Refusal) setProblems(error.marks);
    } finally {
      setBusy(false);
    }
  };
  const label = action ? t(action.label) : name;
  return (
    <Modal
      open
      title={`${label} · ${titleOf(entity, row)}`}
      okText={label}
      cancelText={t(entityText.cancel)}
      confirmLoading={busy}
      okButtonProps={{ danger: action?.danger ?? false }}
      onOk={() => void send()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
        onKeyDown={(event) => event.ctrlKey && event.key === 'Enter' && void send()}
      >
        {action?.confirm && (
          <p className="dialog-question">{say(action.confirm, { name: titleOf(entity, row) })}</p>
        )}
        <FormFields
          formId={`act-${row.id}-${name}`}
          fields={Object.entries(fields)}
          values={values}
          problems={problems}
          shown={undefined}
          isEdit={false}
          onChange={(field, value) => setValues((old) => ({ ...old, [field]: value }))}
        />
      </form>
    </Modal>
  );
}

const REASON = text(entityText.reason.zh, entityText.reason.en, {
  required: true,
  max: 500,
  lines: 3,
});

function startValues(fields: AnyFields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => field.default !== undefined)
      .map(([name, field]) => [name, field.default]),
  );
}
