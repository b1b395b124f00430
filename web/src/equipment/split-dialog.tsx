import { downtime } from '@millwright/contract/equipment/downtime';
import { textOf } from '@millwright/contract/kernel/text';
import { Alert, Modal, Slider } from 'antd';
import { useState } from 'react';
import type { EntityRow } from '../entity/entity-row.ts';
import { FormFields } from '../entity/form-fields.tsx';
import { codeOf } from '../entity/row-acts.ts';
import type { Acts } from '../entity/use-act.ts';
import { say, t } from '../kernel/language.tsx';
import { Refusal } from '../kernel/refusal.ts';
import { wallOf } from '../kinds/site-time.ts';
import { entityText } from '../locales/entity.ts';
import { equipmentText as text } from '../locales/equipment.ts';

type Values = Readonly<Record<string, unknown>>;

/** One stop, two causes: where the first ends, and what each was. */
export function SplitDialog({
  row,
  acts,
  onClose,
}: {
  row: EntityRow;
  acts: Acts;
  onClose: () => void;
}) {
  const start = Date.parse(textOf(row['startTime']));
  const end = Date.parse(textOf(row['endTime']));
  const [second, setSecond] = useState(Math.round((end - start) / 2000));
  const [parts, setParts] = useState<readonly [Values, Values]>([
    { category: row['category'], reasonId: row['reasonId'] },
    {},
  ]);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const border = new Date(start + second * 1000).toISOString();
  const send = async () => {
    setBusy(true);
    const times = [
      { startTime: new Date(start).toISOString(), endTime: border },
      { startTime: border, endTime: new Date(end).toISOString() },
    ];
    try {
      const said = times.map((time, at) => ({ ...time, ...parts[at === 0 ? 0 : 1] }));
      await acts.act(row, 'split', { parts: said }, true);
      onClose();
    } catch (error) {
      if (error instanceof Refusal) setProblem(error.errors[0]?.message ?? error.message);
      else throw error;
    } finally {
      setBusy(false);
    }
  };
  const change = (at: 0 | 1, field: string, value: unknown) =>
    setParts(([first, other]) => {
      const changed = { ...(at === 0 ? first : other), [field]: value };
      return at === 0 ? [changed, other] : [first, changed];
    });
  const clock = (moment: number) => wallOf(new Date(moment).toISOString()).slice(11);
  return (
    <Modal
      open
      title={say(text.splitTitle, { name: codeOf(downtime, row) })}
      okText={t(downtime.actions.split.label)}
      cancelText={t(entityText.cancel)}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <p className="eq-note">{t(text.splitNote)}</p>
      {problem && <Alert type="error" title={problem} />}
      <p>
        {t(text.splitAt)} <b className="num">{clock(Date.parse(border))}</b>
      </p>
      <Slider
        ariaLabelForHandle={t(text.splitAt)}
        min={1}
        max={Math.max(2, Math.floor((end - start) / 1000) - 1)}
        step={30}
        value={second}
        tooltip={{ formatter: null }}
        onChange={setSecond}
      />
      {([0, 1] as const).map((at) => (
        <section key={at} className="eq-part">
          <h3>
            {t(at === 0 ? text.firstPart : text.secondPart)}{' '}
            <small className="num">
              {clock(at === 0 ? start : Date.parse(border))}–
              {clock(at === 0 ? Date.parse(border) : end)}
            </small>
          </h3>
          <FormFields
            formId={`split-${row.id}-${at}`}
            fields={FIELDS}
            values={parts[at]}
            problems={[]}
            shown={at === 0 ? row.shown : undefined}
            isEdit={false}
            onChange={(field, value) => change(at, field, value)}
          />
        </section>
      ))}
    </Modal>
  );
}

const { category, reasonId } = downtime.actions.split.fields.parts.columns;
const FIELDS = Object.entries({ category, reasonId });
