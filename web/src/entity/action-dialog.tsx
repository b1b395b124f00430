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
import { tellRefused } from './tell-batch.ts';
import type { Acts } from './use-act.ts';
import { useAsked } from './use-asked.ts';

interface ActionDialogProps {
  readonly entity: AnyEntity;
  readonly name: string;
  /** At least one; several are done as a batch with the same answers. */
  readonly rows: readonly EntityRow[];
  readonly withReason: boolean;
  /** What a try without it was answered. */
  readonly why?: string | undefined;
  readonly acts: Acts;
  readonly onClose: () => void;
  /** With the row that an action on one answered. */
  readonly onDone: (row?: EntityRow) => void;
}

/** Asks for the fields and the reason of an action, then does it; problems stand at their fields. */
export function ActionDialog({
  entity,
  name,
  rows,
  withReason,
  why,
  acts,
  onClose,
  onDone,
}: ActionDialogProps) {
  const action = entity.actions[name];
  const fields: AnyFields = { ...action?.fields, ...(withReason ? { reason: REASON } : {}) };
  const { values, change, problems, busy, send } = useAsked(() => startValues(fields));
  const label = action ? t(action.label) : name;
  const [row] = rows;
  if (!row) return null;
  const isOne = rows.length === 1;
  const told = { form: Object.keys(fields) };
  const actOnAll = async () => {
    const answer = await acts.batch(idsOf(rows), name, values, told);
    tellRefused(entity, label, rows, answer);
    return answer.ok > 0;
  };
  const act = () =>
    send(fields, values, async () => {
      if (isOne) onDone(await acts.act(row, name, values, told));
      else if (await actOnAll()) onDone();
      onClose();
    });
  const called = isOne ? calledOf(entity, row) : say(entityText.selectedCount, { n: rows.length });
  return (
    <Dialog
      open
      title={`${label} · ${called}`}
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
          <p className="dialog-question">{say(action.confirm, { name: called })}</p>
        )}
        {why && <p className="dialog-question">{why}</p>}
        <FormFields
          formId={`act-${row.id}-${name}`}
          fields={Object.entries(fields)}
          values={values}
          problems={problems}
          shown={undefined}
          isEdit={false}
          siteId={rows.every(({ siteId }) => siteId === row.siteId) ? row.siteId : null}
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

function idsOf(rows: readonly EntityRow[]): string[] {
  return rows.map(({ id }) => id);
}

function startValues(fields: AnyFields): Values {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => field.default !== undefined)
      .map(([name, field]) => [name, field.default]),
  );
}
