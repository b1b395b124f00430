import { textOf } from '@millwright/contract/kernel/text';
import type { AnyFields } from '@millwright/contract/kernel/field';
import { dictionary } from '@millwright/contract/kinds/dictionary';
import { commandFields } from '@millwright/contract/system/kanban';
import { Modal } from 'antd';
import { useState } from 'react';
import type { EntityRow } from '../entity/entity-row.ts';
import { fieldProblems } from '../entity/form-draft.ts';
import { FormFields } from '../entity/form-fields.tsx';
import { say, t } from '../kernel/language.tsx';
import { type FieldProblem, Refusal } from '../kernel/refusal.ts';
import { entityText } from '../locales/entity.ts';
import { kanbanText as text } from '../locales/board.ts';

interface CommandDialogProps {
  readonly rows: readonly EntityRow[];
  readonly onSend: (rows: readonly EntityRow[], command: string, args: object) => Promise<void>;
  readonly onClose: () => void;
}

const KIND: AnyFields = {
  command: dictionary('kanban_command', text.kind.zh, text.kind.en, { required: true }),
};

/** Asks which command the boards are to do, and what it needs besides. */
export function CommandDialog({ rows, onSend, onClose }: CommandDialogProps) {
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({ command: 'identify' });
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const [busy, setBusy] = useState(false);
  const command = textOf(values['command'] ?? '');
  const own: AnyFields = commandFields[command] ?? {};
  const args = Object.fromEntries(
    Object.entries(own).map(([name, { default: usual }]) => [name, values[name] ?? usual]),
  );
  const send = async () => {
    const found = fieldProblems({ ...KIND, ...own }, { command: values['command'], ...args });
    setProblems(found);
    if (found.length > 0) return;
    setBusy(true);
    try {
      await onSend(rows, command, args);
      onClose();
    } catch (error) {
      if (error instanceof Refusal) setProblems(error.errors);
    } finally {
      setBusy(false);
    }
  };
  const [first] = rows;
  const title =
    rows.length === 1
      ? say(text.commandOne, { name: textOf(first?.['boardName'] ?? '') })
      : say(text.commandTitle, { n: rows.length });
  return (
    <Modal
      open
      width={480}
      title={title}
      mask={{ closable: false }}
      okText={t(text.send)}
      cancelText={t(entityText.cancel)}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <FormFields
        formId="command"
        fields={Object.entries({ ...KIND, ...own })}
        values={{ command: values['command'], ...args }}
        problems={problems}
        shown={undefined}
        isEdit={false}
        onChange={(name, value) => setValues((known) => ({ ...known, [name]: value }))}
      />
    </Modal>
  );
}
