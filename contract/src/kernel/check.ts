import { textOf } from './text.ts';
import { z } from 'zod';
import { STORABLE } from '../kinds/rich-text.ts';
import type { RowsField } from '../kinds/rows.ts';
import type { AnyEntity } from './entity.ts';
import type { Problem, Refusal } from './errors.ts';
import { refusals } from './errors.ts';
import { labelAt } from './field-label.ts';
import type { Labelled } from './field-label.ts';
import { USUAL_ZONE } from './local-day.ts';
import type { AnyField, AnyFields, Kind } from './field.ts';
import type { Text, TextArgs } from './text.ts';

/** `create` asks for every required field, `update` for those only that are sent. */
export type CheckMode = 'create' | 'update';

export type Checked =
  | { draft: Record<string, unknown>; problems: [] }
  | { draft: null; problems: Problem[] };

/**
 * Judges what a client sent: all problems at once, each with its path. Server-owned fields are dropped,
 * unknown ones refused, empty texts become null. In mode `update` the rules judge `{ ...current, ...sent }`;
 * `timeZone` is that of the row's site.
 */
export function checkDraft(
  entity: AnyEntity,
  sent: unknown,
  mode: CheckMode,
  current: Readonly<Record<string, unknown>> = {},
  timeZone = USUAL_ZONE,
): Checked {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    return { draft: null, problems: [problem('', entity.label, refusals['field.type'])] };
  }
  const { draft, refused, wrong } = read(entity, sent, mode);
  const problems = [...refused, ...broken(entity, { ...current, ...draft }, wrong, timeZone)];
  return problems.length > 0 ? { draft: null, problems } : { draft, problems: [] };
}

/** Which of some optional fields the rules ask for beside what the others hold, filled or not; the draft is read once. */
export function askedByRules(
  entity: AnyEntity,
  names: readonly string[],
  [sent, mode, current, timeZone]: readonly [object, CheckMode, object, string],
): string[] {
  const { draft, wrong } = read(entity, sent, mode);
  return names.filter((name) => {
    const values = { ...current, ...draft, [name]: null };
    if (mode === 'create') fillDefaults(entity.fields, values);
    const others = new Map([...wrong].filter(([field]) => field !== name));
    const problems = broken(entity, values, others, timeZone);
    return problems.some(({ field, key }) => field === name && key === MISSING);
  });
}

/** What a client sent as its schema reads it, what the schema refuses, and the key of the refusal by field. */
function read(entity: AnyEntity, sent: object, mode: CheckMode) {
  const values = withoutServerOwned(entity, sent);
  const parsed = schemaOf(entity, mode).safeParse(values, { reportInput: true });
  const refused = parsed.success ? [] : problemsOf(parsed.error, entity.fields);
  const wrong = new Map(refused.map(({ field, key }) => [field.split('.')[0] ?? '', key]));
  const draft = parsed.success ? parsed.data : sound(entity, values, wrong);
  if (mode === 'create') fillDefaults(entity.fields, draft);
  return { draft, refused, wrong };
}

/** What a refused draft holds besides its wrong fields. */
function sound(
  entity: AnyEntity,
  values: Record<string, unknown>,
  wrong: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const kept = Object.entries(values).filter(([name]) => !wrong.has(name));
  return schemaOf(entity, 'update').safeParse(Object.fromEntries(kept)).data ?? {};
}

/** The rules that a draft breaks; nothing where they look at a field whose value cannot be told. */
function broken(
  entity: AnyEntity,
  values: Record<string, unknown>,
  wrong: ReadonlyMap<string, string>,
  timeZone: string,
): Problem[] {
  let guessed = false;
  for (const [name, key] of wrong)
    Object.defineProperty(values, name, {
      enumerable: true,
      get: () => {
        guessed ||= key !== MISSING;
        return null;
      },
    });
  const problems = entity.rules?.(values as never, timeZone) ?? [];
  if (guessed) return [];
  return problems.filter(({ field }) => !wrong.has(field)).map((one) => placed(entity, one));
}

/** A problem that a rule found in a child row is told with the row, as those of the schema are. */
function placed(entity: AnyEntity, found: Problem): Problem {
  const path = found.field.split('.');
  if (path.length === 1) return found;
  const label = labelAt(path, entity.fields);
  return { ...found, label, args: { ...found.args, label } };
}

/** The schema of a draft; the same object judges the form, the route and the import and describes the call. */
export function schemaOf(entity: AnyEntity, mode: CheckMode): z.ZodObject {
  const cached = schemas.get(entity)?.[mode];
  if (cached) return cached;
  const schema = z.strictObject({
    ...shapeOf(entity.fields, mode),
    ...('remark' in entity.fields ? {} : { remark: optionalText() }),
    siteId: z.string().regex(ROW_ID).nullish(),
  });
  schemas.set(entity, { ...schemas.get(entity), [mode]: schema });
  return schema;
}

/** The schema of loose fields, such as those that an action asks for. */
export function schemaOfFields(fields: AnyFields): z.ZodObject {
  return z.strictObject(shapeOf(fields, 'create'));
}

/** Judges loose fields (those of an action); the same answer as `checkDraft`. */
export function checkFields(fields: AnyFields, sent: unknown): Checked {
  const parsed = schemaOfFields(fields).safeParse(sent, { reportInput: true });
  if (!parsed.success) return { draft: null, problems: problemsOf(parsed.error, fields) };
  fillDefaults(fields, parsed.data);
  return { draft: parsed.data, problems: [] };
}

/** Makes a problem at a field; `args.label` is filled in. */
export function problem(
  field: string,
  label: Text,
  refusal: Refusal,
  args: TextArgs = {},
): Problem {
  return { field, label, key: refusal.key, text: refusal.text, args: { label, ...args } };
}

/** Fields that a client may send: neither computed nor owned by the life cycle. */
export function isWritable(entity: AnyEntity, name: string): boolean {
  const field = entity.fields[name];
  return field !== undefined && !field.computed && name !== entity.state;
}

function shapeOf(fields: AnyFields, mode: CheckMode): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.computed) continue;
    shape[name] = valueSchema(field, mode);
  }
  return shape;
}

/** Emptiness is judged here, the filled value by its kind. */
function valueSchema(field: AnyField, mode: CheckMode): z.ZodType {
  const kind = field.kind as Kind;
  const filled =
    kind.name === 'rows' ? childRowsSchema(field as unknown as RowsField) : kind.schema(field);
  const value = z.preprocess((sent) => (isEmpty(sent) ? null : sent), filled.nullable());
  const judged = field.required
    ? value.refine((sent) => sent !== null, { error: 'field.required', abort: true })
    : value;
  const mayBeAbsent = mode === 'update' || !field.required || field.default !== undefined;
  return mayBeAbsent ? z.optional(judged) : judged;
}

function childRowsSchema(field: RowsField): z.ZodType {
  const judged = z.strictObject({
    id: z.string().regex(ROW_ID).nullish(),
    ...shapeOf(field.columns, 'create'),
  });
  const row = z.preprocess((sent) => withoutOwnedColumns(field, sent), judged);
  const list = z.array(row).min(field.min).max(field.max);
  if (field.unique.length === 0) return list;
  return list.check((context) => {
    const seen = new Set<string>();
    context.value.forEach((child, index) => {
      const values = field.unique.map((name) => textOf((child as Record<string, unknown>)[name]));
      const key = values.join('\u0001').toLowerCase();
      if (seen.has(key)) {
        context.issues.push({
          code: 'custom',
          input: child,
          message: 'field.repeated',
          params: { value: values.join(' ') },
          path: [index, field.unique[0] ?? ''],
        });
      }
      seen.add(key);
    });
  });
}

/** Child rows come back with the names shown beside their references and with computed columns. */
function withoutOwnedColumns(field: RowsField, sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  return Object.fromEntries(
    Object.entries(sent).filter(
      ([name]) => name !== 'shown' && field.columns[name]?.computed !== true,
    ),
  );
}

/** Forms send back what an answer held; what the server owns is dropped, not refused. */
function withoutServerOwned(entity: AnyEntity, sent: object): Record<string, unknown> {
  const kept = Object.entries(sent).filter(([name]) =>
    name in entity.fields ? isWritable(entity, name) : !SERVER_OWNED.has(name),
  );
  return Object.fromEntries(kept);
}

/** Defaults of a new row; a state without one starts at the first state of its kind's declaration. */
function fillDefaults(fields: AnyFields, draft: Record<string, unknown>): void {
  for (const [name, field] of Object.entries(fields)) {
    if ((draft[name] === undefined || draft[name] === null) && field.default !== undefined) {
      draft[name] = field.default;
    }
  }
}

/** The problems of a refused parse (made with `reportInput`) in the words of the catalogue, each once. */
export function problemsOf(error: z.ZodError, fields: Labelled): Problem[] {
  const problems = error.issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => {
        const label = labelAt([...path, key], fields);
        return problem([...path, key].join('.'), label, refusals['field.unknown'], {
          field: label,
        });
      });
    return [problem(path.join('.'), labelAt(path, fields), ...refusalOf(issue))];
  });
  return [...new Map(problems.map((one) => [`${one.field} ${one.key}`, one])).values()];
}

function refusalOf(issue: z.core.$ZodIssue): [Refusal, TextArgs] {
  const named = refusals[issue.message as keyof typeof refusals];
  if (named) return [named, (issue as { params?: TextArgs }).params ?? {}];
  if (issue.code === 'too_small' || issue.code === 'too_big') return sizeRefusal(issue);
  if (issue.code === 'invalid_value') {
    return [refusals['field.choice'], { value: short(issue.input) }];
  }
  if (issue.code === 'invalid_type' && isEmpty(issue.input))
    return [refusals['field.required'], {}];
  return [refusals['field.type'], {}];
}

function sizeRefusal(
  issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
): [Refusal, TextArgs] {
  const small = issue.code === 'too_small';
  const n = Number(small ? issue.minimum : issue.maximum);
  if (issue.origin === 'string')
    return [refusals[small ? 'field.minLength' : 'field.maxLength'], { n }];
  if (issue.origin === 'array')
    return [refusals[small ? 'field.minItems' : 'field.maxItems'], { n }];
  return [refusals[small ? 'field.min' : 'field.max'], { n }];
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
  );
}

function short(value: unknown): string {
  return textOf(value).slice(0, 40);
}

const MISSING = refusals['field.required'].key;

const SERVER_OWNED = new Set([
  'id',
  'departName',
  'createBy',
  'createTime',
  'updateBy',
  'updateTime',
  'revision',
  'shown',
  'actions',
]);

const ROW_ID = /^\d{1,18}$/;

const optionalText = () =>
  z
    .preprocess(
      (sent) => (isEmpty(sent) ? null : sent),
      z.string().trim().max(500).regex(STORABLE, { error: 'field.type' }).nullable(),
    )
    .optional();

const schemas = new WeakMap<AnyEntity, Partial<Record<CheckMode, z.ZodObject>>>();
