import { downtime } from '@millwright/contract/equipment/downtime';
import { textOf } from '@millwright/contract/kernel/text';
import { Alert, Slider } from 'antd';
import { useState } from 'react';
import { Dialog } from '../controls/dialog.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import type { Values } from '../entity/form-draft.ts';
import { FormFields } from '../entity/form-fields.tsx';
import { codeOf } from '../entity/row-acts.ts';
import type { Acts } from '../entity/use-act.ts';
import { say, t } from '../kernel/language.tsx';
import { useWork } from '../kernel/work.ts';
import { wallOf } from '../kinds/site-time.ts';
import { entityText } from '../locales/entity.ts';
import { equipmentText as text } from '../locales/equipment.ts';

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
  const { seconds, most, setSeconds, parts } = useParts(row);
  const { busy, problems, run } = useWork();
  const send = () =>
    run(async () => {
      await acts.act(row, 'split', { parts: parts.map(draftOf) }, { form: true });
      onClose();
    });
  return (
    <Dialog
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
      {problems.map(({ message }) => (
        <Alert key={message} type="error" title={message} />
      ))}
      <p>
        {t(text.splitAt)} <b className="num">{clockOf(parts[1].from)}</b>
      </p>
      <Slider
        ariaLabelForHandle={t(text.splitAt)}
        min={1}
        max={most}
        step={30}
        value={seconds}
        tooltip={{ formatter: null }}
        onChange={setSeconds}
      />
      <PartFields
        id={`split-${row.id}-0`}
        title={t(text.firstPart)}
        part={parts[0]}
        shown={row.shown}
      />
      <PartFields
        id={`split-${row.id}-1`}
        title={t(text.secondPart)}
        part={parts[1]}
        shown={undefined}
      />
    </Dialog>
  );
}

/** A part of the stop, in milliseconds, and what it was. */
interface Part {
  readonly from: number;
  readonly to: number;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}

/** The stop in two, at first in the middle; the first part keeps what the whole was. */
function useParts(row: EntityRow) {
  const start = Date.parse(textOf(row['startTime']));
  const end = Date.parse(textOf(row['endTime']));
  const [seconds, setSeconds] = useState(Math.round((end - start) / 2000));
  const [first, setFirst] = useState<Values>({
    category: row['category'],
    reasonId: row['reasonId'],
  });
  const [second, setSecond] = useState<Values>({});
  const border = start + seconds * 1000;
  const parts: readonly [Part, Part] = [
    { from: start, to: border, values: first, onChange: setFirst },
    { from: border, to: end, values: second, onChange: setSecond },
  ];
  return { seconds, most: Math.max(2, Math.floor((end - start) / 1000) - 1), setSeconds, parts };
}

function draftOf({ from, to, values }: Part): Values {
  return {
    startTime: new Date(from).toISOString(),
    endTime: new Date(to).toISOString(),
    ...values,
  };
}

function PartFields({
  id,
  title,
  part,
  shown,
}: {
  id: string;
  title: string;
  part: Part;
  shown: EntityRow['shown'] | undefined;
}) {
  return (
    <section className="eq-part">
      <h3>
        {title}{' '}
        <small className="num">
          {clockOf(part.from)}–{clockOf(part.to)}
        </small>
      </h3>
      <FormFields
        formId={id}
        fields={FIELDS}
        values={part.values}
        problems={[]}
        shown={shown}
        isEdit={false}
        onChange={(field, value) => part.onChange({ ...part.values, [field]: value })}
      />
    </section>
  );
}

/** The hour of a moment on the clock of the site. */
function clockOf(moment: number): string {
  return wallOf(new Date(moment).toISOString()).slice(11);
}

const { category, reasonId } = downtime.actions.split.fields.parts.columns;
const FIELDS = Object.entries({ category, reasonId });
