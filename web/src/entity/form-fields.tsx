import type { AnyField } from '@millwright/contract/kernel/field';
import type { Text } from '@millwright/contract/kernel/text';
import { memo, useMemo } from 'react';
import type { ComponentType } from 'react';
import { t } from '../kernel/language.tsx';
import type { FieldProblem } from '../kernel/refusal.ts';
import { FormProblemsContext } from '../kinds/form-problems.ts';
import { FormSiteContext } from '../kinds/form-site.ts';
import type { InputProps } from '../kinds/kind-view.ts';
import { viewOf } from '../kinds/kind-views.ts';
import { mustFill } from '../kinds/must-fill.ts';
import { FormValuesContext } from './form-values.ts';
import './form-fields.css';

interface FormFieldsProps {
  /** Tells the inputs of two open forms apart; without a colon. */
  readonly formId: string;
  /** What stands above the fields; the label of a lone field as wide as the form does not say it once more. */
  readonly heading?: Text | null;
  readonly fields: readonly (readonly [string, AnyField])[];
  readonly values: Readonly<Record<string, unknown>>;
  /** Fields that must be filled as the others stand, besides those that always must. */
  readonly mustNow?: ReadonlySet<string>;
  readonly problems: readonly FieldProblem[];
  readonly shown: Readonly<Record<string, string | string[]>> | undefined;
  /** Fields that are chosen at creation stand still. */
  readonly isEdit: boolean;
  /** Fields of a row that take no change in its present state. */
  readonly isClosed?: ((name: string) => boolean) | undefined;
  readonly onChange: (name: string, value: unknown) => void;
  /** Inputs of the page's own, by field. */
  readonly inputs?: Inputs | undefined;
  /** Site of the row, when it is not among the values. */
  readonly siteId?: string | null | undefined;
}

export type Inputs = Readonly<Record<string, ComponentType<InputProps>>>;

/** Fields one below the other (two in a row where there is room): label above, help and problem below. */
export function FormFields({
  formId,
  heading,
  fields,
  values,
  mustNow,
  problems,
  shown,
  isEdit,
  isClosed,
  onChange,
  inputs,
  siteId = values['siteId'] as string | null | undefined,
}: FormFieldsProps) {
  const byPath = useMemo(
    () => new Map(problems.map((problem) => [problem.field, problem.message])),
    [problems],
  );
  return (
    <FormProblemsContext value={byPath}>
      <FormSiteContext value={siteId ?? undefined}>
        <FormValuesContext value={values}>
          <div className="form-fields">
            {fields.map(([name, field]) => (
              <FormField
                key={name}
                name={name}
                id={`${formId}:${name}`}
                field={field}
                value={values[name]}
                isRequired={mustFill(field) || mustNow?.has(name) === true}
                shown={shown?.[name]}
                problem={byPath.get(name)}
                isEdit={isEdit}
                disabled={(isEdit && field.fixed === true) || isClosed?.(name) === true}
                own={inputs?.[name]}
                isSaid={
                  fields.length === 1 &&
                  heading?.zh === field.label.zh &&
                  viewOf(field).wide === true
                }
                onChange={onChange}
              />
            ))}
          </div>
        </FormValuesContext>
      </FormSiteContext>
    </FormProblemsContext>
  );
}

interface FormFieldProps {
  readonly name: string;
  readonly id: string;
  readonly field: AnyField;
  readonly value: unknown;
  readonly isRequired: boolean;
  readonly shown: string | readonly string[] | undefined;
  readonly problem: string | undefined;
  readonly isEdit: boolean;
  readonly disabled: boolean;
  readonly onChange: FormFieldsProps['onChange'];
  readonly own: ComponentType<InputProps> | undefined;
  /** The heading above has the words of the label. */
  readonly isSaid: boolean;
}

/** Drawn anew only when something of its own changes: a key in one field leaves two hundred child rows alone. */
const FormField = memo(function FormField({
  name,
  id,
  field,
  value,
  isRequired,
  shown,
  problem,
  isEdit,
  disabled,
  onChange,
  own,
  isSaid,
}: FormFieldProps) {
  const view = viewOf(field);
  const Input = own ?? view.Input;
  // How to fill it is of no use where it takes no change.
  const help = disabled || (isEdit && field.helpOnce) ? undefined : field.help;
  const notes = [help && `${id}-help`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <div
      className={`form-field${view.wide || (field as { lines?: number }).lines ? ' is-wide' : ''}`}
    >
      <label className={isSaid ? 'sr-only' : isRequired ? 'is-required' : undefined} htmlFor={id}>
        {t(field.label)}
      </label>
      <Input
        id={id}
        field={field}
        value={value}
        shown={shown}
        disabled={disabled}
        invalid={problem !== undefined}
        describedBy={notes || undefined}
        onChange={(next) => onChange(name, next)}
      />
      {help && (
        <div className="form-help" id={`${id}-help`}>
          {t(help)}
        </div>
      )}
      {problem && (
        <div className="form-problem" id={`${id}-problem`} role="alert">
          {problem}
        </div>
      )}
    </div>
  );
});
