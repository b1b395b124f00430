import './judgement.ts';
import {
  askedByRules,
  checkDraft,
  checkFields,
  isWritable,
} from '@millwright/contract/kernel/check';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { Problem } from '@millwright/contract/kernel/errors';
import { fieldsFor } from '@millwright/contract/kernel/field';
import type { AnyField, AnyFields } from '@millwright/contract/kernel/field';
import type { RowsField } from '@millwright/contract/kinds/rows';
import { say, t } from '../kernel/language.tsx';
import type { FieldProblem } from '../kernel/refusal.ts';
import { siteZone } from '../kinds/site-time.ts';
import type { EntityRow } from './entity-row.ts';

export type Values = Readonly<Record<string, unknown>>;

/** Fields of an entity's form in the order of the declaration. */
export function formFields(entity: AnyEntity, companyWide: boolean): [string, AnyField][] {
  return fieldsFor(entity.fields, companyWide).filter(
    ([name, field]) => field.form && isWritable(entity, name),
  );
}

/** What a form starts with: the row that is changed or copied, else the defaults of the declaration. */
export function startOf(entity: AnyEntity, row: EntityRow | undefined): Values {
  const names = [
    ...Object.keys(entity.fields).filter((name) => isWritable(entity, name)),
    ...('remark' in entity.fields ? [] : ['remark']),
  ];
  return Object.fromEntries(
    names
      .map((name) => [name, row ? row[name] : entity.fields[name]?.default])
      .filter(([, value]) => value !== undefined),
  );
}

/** What is sent for a new row: every filled field, child rows without what only the screen needs. */
export function newDraft(entity: AnyEntity, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, plain(entity.fields[name], value)]),
  );
}

/** What is sent for a changed row: the fields that are another than at the start. */
export function changes(entity: AnyEntity, start: Values, values: Values): Values {
  const draft = newDraft(entity, values);
  const before = newDraft(entity, start);
  return Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => !sameValue(value, before[name])),
  );
}

/** Whether anything was typed that is not saved. */
export function isChanged(entity: AnyEntity, start: Values, values: Values): boolean {
  return Object.keys(changes(entity, start, values)).length > 0;
}

/** Judges a form before it is sent, with the same schema as the server: all problems in the reader's language. */
export function problemsOf(
  entity: AnyEntity,
  values: Values,
  row: EntityRow | undefined,
): FieldProblem[] {
  return judged(entity, values, row).map(spoken);
}

/** Fields that may be empty by themselves, but not beside what the others hold: a site needs its number prefix. */
export function mustFillNow(
  entity: AnyEntity,
  fields: readonly (readonly [string, AnyField])[],
  values: Values,
  row: EntityRow | undefined,
): ReadonlySet<string> {
  if (!entity.rules) return new Set();
  const asked = fields.filter(([, field]) => !field.required && field.kind.name !== 'rows');
  const names = asked.map(([name]) => name);
  return new Set(askedByRules(entity, names, underJudgement(entity, values, row)));
}

/** Judges loose fields, such as those that an action asks for. */
export function fieldProblems(fields: AnyFields, values: Values): FieldProblem[] {
  return checkFields(fields, values).problems.map(spoken);
}

/** Values are equal when they read the same; empty is empty, however it was emptied. */
export function sameValue(a: unknown, b: unknown): boolean {
  return written(a) === written(b);
}

function judged(entity: AnyEntity, values: Values, row: EntityRow | undefined): Problem[] {
  return checkDraft(entity, ...underJudgement(entity, values, row)).problems;
}

/** What would be sent as a whole, how, over which row, and the zone of its days. */
function underJudgement(entity: AnyEntity, values: Values, row: EntityRow | undefined) {
  const draft = row ? newDraft(entity, onlyWritable(entity, values)) : newDraft(entity, values);
  const [mode, current] = row ? (['update', { ...row }] as const) : (['create', {}] as const);
  return [draft, mode, current, siteZone()] as const;
}

function spoken(problem: Problem): FieldProblem {
  return {
    field: problem.field,
    label: t(problem.label),
    key: problem.key,
    message: say(problem.text, problem.args ?? {}),
  };
}

function written(value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  if (Array.isArray(value) && value.length === 0) return '';
  return JSON.stringify(value);
}

function onlyWritable(entity: AnyEntity, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name]) => name === 'remark' || name === 'siteId' || isWritable(entity, name),
    ),
  );
}

function plain(field: AnyField | undefined, value: unknown): unknown {
  if (field?.kind.name !== 'rows' || !Array.isArray(value)) return value;
  const { columns } = field as unknown as RowsField;
  const kept = Object.keys(columns).filter((name) => !columns[name]?.computed);
  return (value as Record<string, unknown>[]).map((child) => ({
    ...(child['id'] ? { id: child['id'] } : {}),
    ...Object.fromEntries(
      kept.filter((name) => child[name] !== undefined).map((name) => [name, child[name]]),
    ),
  }));
}
