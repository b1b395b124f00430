import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { AnyFields } from '@millwright/contract/kernel/field';
import { text } from '@millwright/contract/kinds/text';

import { Dialog } from '../controls/dialog.tsx';
import { say, t } from '../kernel/language.tsx';
import { entityText } from '../locales/entity.ts';
import type { EntityRow } from './entity-row.ts';
import { FormFields } from './form-fields.tsx';
import type { Values } from './form-draft.ts';
import { calledOf } from './row-acts.ts';
import type { Acts } from './use-act.ts';
import { useAsked } from './use-asked.ts';

interface ActionDialogProps {
  readonly entity: AnyEntity;
  readonly name: string;
  readonly row: EntityRow;
  readonly withReason: boolean;
  /** What a try without it was answered. */
  readonly why?: string | undefined;
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
  why,
  acts,
  onClose,
  onDone,
}: ActionDialogProps) {
  const action = entity.actions[name];
  const fields: AnyFields = { ...action?.fields, ...(withReason ? { reason: REASON } : {}) };
  const { values, change, problems, busy, send } = useAsked(() => startValues(fields));
  const act = () =>
    send(fields, values, async () => {
      onDone(await acts.act(row, name, values, { form: Object.keys(fields) }));
      onClose();
    });
  const label = action ? t(action.label) : name;
  return (
    <Dialog
      open
      title={`${label} · ${calledOf(entity, row)}`}
      okText={label}
      cancelText={t(entityText.cancel)}
      confirmLoading={busy}
      okButtonProps={{ danger: action?.danger ?? false }}
      onOk={() => void act()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void act();
        }}
        onKeyDown={(event) => event.ctrlKey && event.key === 'Enter' && void act()}
      >
        {action?.confirm && (
          <p className="dialog-question">{say(action.confirm, { name: calledOf(entity, row) })}</p>
        )}
        {why && <p className="dialog-question">{why}</p>}
        <FormFields
          formId={`act-${row.id}-${name}`}
          fields={Object.entries(fields)}
          values={values}
          problems={problems}
          shown={undefined}
          isEdit={false}
          siteId={row.siteId}
          onChange={change}
        />
      </form>
    </Dialog>
  );
}

const REASON = text(entityText.reason.zh, entityText.reason.en, {
  required: true,
  max: 500,
  lines: 3,
});

function startValues(fields: AnyFields): Values {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => field.default !== undefined)
      .map(([name, field]) => [name, field.default]),
  );
}
