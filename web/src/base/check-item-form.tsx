import { checkItem } from '@millwright/contract/base/check-item';
import { checkLimit } from '@millwright/contract/base/check-limit';
import { InputNumber } from 'antd';
import { EntityForm } from '../entity/entity-form.tsx';
import type { PageFormProps } from '../entity/entity-page.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import type { Values } from '../entity/form-draft.ts';
import type { Form } from '../entity/use-save.ts';
import { t } from '../kernel/language.tsx';
import { checkItemText as text } from '../locales/check-item.ts';
import { differenceOf, millionths, sumOf } from './decimal-math.ts';
import { LimitBar } from './limit-bar.tsx';
import { limitWords } from './limit-words.ts';
import { wordOf } from './word-of.ts';

/** The form of a check item: only what its type of value can have, limits also by their deviations. */
export function CheckItemForm({ row, onClose }: PageFormProps) {
  return (
    <EntityForm
      entity={checkItem}
      row={row}
      shows={shows}
      beside={Deviations}
      besideSection="limit"
      onClose={onClose}
      onSaved={onClose}
    />
  );
}

/** The form of a version of limits; a new one starts from the limits as they are. */
export function LimitForm({
  item,
  version,
  onClose,
}: {
  item: EntityRow;
  version: EntityRow | undefined;
  onClose: () => void;
}) {
  const { standard, upperLimit, lowerLimit, offset } = item;
  const initial = { checkItemId: item.id, standard, upperLimit, lowerLimit, offset };
  return (
    <EntityForm
      entity={checkLimit}
      row={version}
      {...(version ? {} : { initial })}
      shows={(name) => name !== 'checkItemId'}
      beside={Deviations}
      siteId={item.siteId}
      names={{ checkItemId: String(item['itemName']) }}
      onClose={onClose}
      onSaved={onClose}
    />
  );
}

const OF_TYPE: Readonly<Record<string, readonly string[]>> = {
  unit: ['number'],
  decimals: ['number'],
  standard: ['number'],
  upperLimit: ['number'],
  lowerLimit: ['number'],
  offset: ['number'],
  choices: ['choice'],
  okChoices: ['choice'],
};

function shows(name: string, values: Values): boolean {
  return OF_TYPE[name]?.includes(wordOf(values['valueType'], 'number')) ?? true;
}

/** Upper and lower deviation from the standard, and the limits that follow as they will be drawn. */
function Deviations({ form }: { form: Form }) {
  const { values } = form;
  if (values['valueType'] !== undefined && values['valueType'] !== 'number') return null;
  const known = millionths(values['standard']) !== null;
  const field = (
    name: 'upperLimit' | 'lowerLimit',
    label: typeof text.upperDeviation | typeof text.lowerDeviation,
  ) => (
    <div className="form-field">
      <label htmlFor={`deviation-${name}`}>{t(label)}</label>
      <InputNumber<string>
        id={`deviation-${name}`}
        className="number-input"
        stringMode
        changeOnWheel={false}
        disabled={!known}
        value={known ? differenceOf(values[name], values['standard']) : null}
        onChange={(next) => form.set(name, next === null ? null : sumOf(values['standard'], next))}
      />
    </div>
  );
  return (
    <fieldset className="deviations">
      <legend>
        {t(text.deviations)} <small>{t(known ? text.deviationsNote : text.needsStandard)}</small>
      </legend>
      <div className="form-fields">
        {field('upperLimit', text.upperDeviation)}
        {field('lowerLimit', text.lowerDeviation)}
        <div className="form-field deviation-result">
          <span className="num">{limitWords(values)}</span>
          <LimitBar limits={values} />
        </div>
      </div>
    </fieldset>
  );
}
