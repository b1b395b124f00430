import { dictionaries } from '@millwright/contract/dictionaries';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { type AnyField, type AnyFields, holdsFiles } from '@millwright/contract/kernel/field';
import { allTags } from '@millwright/contract/menu';
import { entities } from '@millwright/contract/registry';
import { DeclaredMistake } from './declared-mistake.ts';

/** Stops the start, the generator and the drafting of a migration when a declaration names what does not exist. */
export function refuseWrongDeclarations(declared: readonly AnyEntity[] = entities): void {
  const problems = declarationProblems(declared);
  if (problems.length > 0) throw new DeclaredMistake(`Declarations:\n${problems.join('\n')}`);
}

/** What the compiler cannot see in declarations, all at once, each with the place to mend it. */
export function declarationProblems(declared: readonly AnyEntity[]): string[] {
  const names = new Set(entities.concat(declared).map(({ name }) => name));
  return declared.flatMap((entity) =>
    [
      ...fieldProblems(entity),
      ...targetProblems(entity, names),
      ...orderProblems(entity),
      ...figureProblems(entity),
      ...stateProblems(entity),
      ...tagProblems(entity),
      ...menuProblems(entity),
    ].map((problem) => `${entity.name}: ${problem}`),
  );
}

function fieldProblems(entity: AnyEntity): string[] {
  return Object.entries(entity.fields).flatMap(([name, field]) => {
    const { section } = field;
    const found: string[] = [];
    if (!CAMEL.test(name)) found.push(`the field ${name} is not written in camelCase`);
    if (RESERVED.has(name))
      found.push(`every row has ${name} of its own; give the field another name`);
    if (section !== undefined && !(section in entity.sections))
      found.push(`the field ${name} stands in the section ${section}, which sections do not name`);
    // Rows of a sheet are not asked who may read the files that they would open.
    if (field.sheet && holdsFiles(field))
      found.push(`the field ${name} holds addresses of files; it needs sheet: false`);
    return found;
  });
}

function targetProblems(entity: AnyEntity, names: ReadonlySet<string>): string[] {
  const asked = Object.values(entity.actions).map(({ fields }) => fields ?? {});
  return [entity.fields, ...asked].flatMap(withColumns).flatMap(([name, field]) => {
    const { target, dictionary } = field as { target?: string; dictionary?: string };
    if (target !== undefined && !names.has(target))
      return [
        `the field ${name} refers to ${target}, which contract/src/entities.ts does not list`,
      ];
    if (dictionary !== undefined && !DICTIONARIES.includes(dictionary))
      return [
        `the field ${name} takes the dictionary ${dictionary}; those of contract/src/dictionaries/ are ${listed(DICTIONARIES)}`,
      ];
    return [];
  });
}

const DICTIONARIES = dictionaries.map(({ type }): string => type).toSorted();

/** Fields with those of their child rows, as `shifts.startTime`. */
function withColumns(fields: AnyFields): [string, AnyField][] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const { columns = {} } = field as { columns?: AnyFields };
    const inner = Object.entries(columns).map(([column, one]): [string, AnyField] => [
      `${name}.${column}`,
      one,
    ]);
    return [[name, field] as [string, AnyField], ...inner];
  });
}

function orderProblems({ fields, sort, period }: AnyEntity): string[] {
  const known = (name: string) => name in fields || RESERVED.has(name);
  return [
    ...(known(sort.by) ? [] : [`sort.by is ${sort.by}, which is no field`]),
    ...(known(period) ? [] : [`period is ${period}, which is no field`]),
  ];
}

function figureProblems({ scope, figures, fields }: AnyEntity): string[] {
  const declared = Object.entries(figures);
  if (scope === 'log' && declared.length > 0)
    return ['the figures of a log are counted by its module, not declared'];
  return declared.flatMap(([name, { filters }]) =>
    Object.keys(filters)
      .filter((field) => !fields[field]?.filter)
      .map((field) => `the figure ${name} asks for ${field}, which is no filter`),
  );
}

function stateProblems(entity: AnyEntity): string[] {
  const { state, actions, editable = [], removable = [] } = entity;
  const named = [
    ...editable.map((value) => ['editable', value] as const),
    ...removable.map((value) => ['removable', value] as const),
    ...Object.entries(actions).flatMap(([name, { from = [], to }]) => [
      ...from.map((value) => [`actions.${name}.from`, value] as const),
      ...(to === undefined ? [] : [[`actions.${name}.to`, to] as const]),
    ]),
  ];
  if (state === undefined)
    return named.map(([place]) => `${place} names a state, but the entity has no field for it`);
  const known = valuesOfField(entity.fields[state]);
  if (known === null) return [];
  return named
    .filter(([, value]) => !known.includes(value))
    .map(
      ([place, value]) => `${place} names ${value}; the states of ${state} are ${listed(known)}`,
    );
}

/** The values that a choice or a dictionary is delivered with; null for other fields. */
function valuesOfField(field: AnyField | undefined): readonly string[] | null {
  const { options, dictionary } = (field ?? {}) as { options?: object; dictionary?: string };
  if (options) return Object.keys(options);
  const delivered = dictionaries.find(({ type }) => type === dictionary);
  return delivered ? delivered.items.map(({ value }) => value) : null;
}

function tagProblems({ actions, tag }: AnyEntity): string[] {
  const known = allTags().filter((one) => one.startsWith(`${tag}:`));
  const words = known.map((one) => one.slice(tag.length + 1));
  if (words.length === 0) return [];
  return Object.entries(actions).flatMap(([name, action]) =>
    action.tag === undefined || words.includes(action.tag)
      ? []
      : [`actions.${name}.tag is ${action.tag}; the menu gives ${tag} the words ${listed(words)}`],
  );
}

function listed(words: readonly string[]): string {
  return words.join(', ');
}

function menuProblems({ tag }: AnyEntity): string[] {
  if (allTags().some((known) => known.startsWith(`${tag}:`))) return [];
  return [
    `no page of contract/src/menu has the tag ${tag}; write its row, or name in guardedBy the page that guards it`,
  ];
}

const CAMEL = /^[a-z][A-Za-z0-9]*$/;

/** What every row and every answer holds beside the fields; `siteId`, `remark` and `departName` may be declared. */
const RESERVED: ReadonlySet<string> = new Set([
  'id',
  'createBy',
  'createTime',
  'updateBy',
  'updateTime',
  'revision',
  'shown',
  'actions',
]);
