import { textOf } from '@millwright/contract/kernel/text';
import type { AnyFields } from '@millwright/contract/kernel/field';
import { dictionary } from '@millwright/contract/kinds/dictionary';
import { commandFields } from '@millwright/contract/system/kanban';
import { Dialog } from '../controls/dialog.tsx';

import type { EntityRow } from '../entity/entity-row.ts';
import { FormFields } from '../entity/form-fields.tsx';
import { useAsked } from '../entity/use-asked.ts';
import { say, t } from '../kernel/language.tsx';
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
  const { values, change, problems, busy, send } = useAsked({ command: 'identify' });
  const command = textOf(values['command'] ?? '');
  const own: AnyFields = commandFields[command] ?? {};
  const args = Object.fromEntries(
    Object.entries(own).map(([name, { default: usual }]) => [name, values[name] ?? usual]),
  );
  const fields = { ...KIND, ...own };
  const answers = { command: values['command'], ...args };
  const order = () =>
    send(fields, answers, async () => {
      await onSend(rows, command, args);
      onClose();
    });
  return (
    <Dialog
      open
      width={480}
      title={titleOf(rows)}
      mask={{ closable: false }}
      okText={t(text.send)}
      cancelText={t(entityText.cancel)}
      confirmLoading={busy}
      onOk={() => void order()}
      onCancel={onClose}
    >
      <FormFields
        formId="command"
        fields={Object.entries(fields)}
        values={answers}
        problems={problems}
        shown={undefined}
        isEdit={false}
        onChange={change}
      />
    </Dialog>
  );
}

function titleOf(rows: readonly EntityRow[]): string {
  const [first] = rows;
  return rows.length === 1
    ? say(text.commandOne, { name: textOf(first?.['boardName'] ?? '') })
    : say(text.commandTitle, { n: rows.length });
}
