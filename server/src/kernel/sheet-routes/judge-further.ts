import { checkDraft, checkFields } from '@millwright/contract/kernel/check';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { Problem } from '@millwright/contract/kernel/errors';
import { textOf } from '@millwright/contract/kernel/text';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { storedFields } from '../store/columns.ts';
import { jsonValue } from '../store/select.ts';
import { type FurtherRow, type FurtherSheet, PARENT } from './further-sheet.ts';
import { importRefusals } from './import-refusal.ts';
import { breathe, complain, type ImportedChildren, type ImportRow } from './import-row.ts';
import { isSame, refuseFixedState } from './judge-rows.ts';
import type { SentSheet } from './read-further.ts';

/** Judges the rows of further sheets like those of a form, and finds out which of them change anything. */
export async function judgeFurther(
  context: Context,
  entity: AnyEntity,
  sent: readonly SentSheet[],
  parents: readonly ImportRow[],
): Promise<void> {
  for (const part of sent) {
    const stored = await storedRows(
      context,
      part.sheet,
      parents.flatMap(({ existing }) => existing?.id ?? []),
    );
    for (const [index, parent] of parents.entries()) {
      const children = parent.children.find((one) => one.sent === part);
      if (children)
        judgeChildren(entity, parent, children, stored.get(parent.existing?.id ?? '') ?? []);
      if (index % 250 === 249) await breathe();
    }
  }
  for (const parent of parents) blame(parent);
}

/** A row is wrong when one of its rows on a further sheet is; the error says where. */
export function blame(parent: ImportRow): void {
  for (const { sent, rows } of parent.children) {
    const wrong = rows.find(({ problems }) => problems.length > 0);
    if (!wrong) continue;
    parent.verdict = 'error';
    if (parent.number > 0)
      complain(parent, sent.sheet.name, importRefusals['import.further'], {
        sheet: sent.name,
        row: wrong.number,
      });
  }
}

async function storedRows(
  context: Context,
  { source, field }: FurtherSheet,
  parentIds: readonly string[],
): Promise<Map<string, FurtherRow[]>> {
  const byParent = new Map<string, FurtherRow[]>();
  if (parentIds.length === 0) return byParent;
  const pairs = storedFields(field.columns).flatMap(([name, column]) => [
    sql.lit(name),
    jsonValue(name, column),
  ]);
  const found = await sql<{ parentId: string; row: FurtherRow }>`
    select c.parent_id::text as "parentId", json_build_object('id', c.id::text, ${sql.join(pairs)}) as row
    from ${source} c where c.parent_id = any(${parentIds}::bigint[]) order by c.parent_id, c.position, c.id`.execute(
    context.sql,
  );
  for (const { parentId, row } of found.rows) {
    const known = byParent.get(parentId);
    if (known) known.push(row);
    else byParent.set(parentId, [row]);
  }
  return byParent;
}

function judgeChildren(
  entity: AnyEntity,
  parent: ImportRow,
  children: ImportedChildren,
  stored: readonly FurtherRow[],
): void {
  const { sheet } = children.sent;
  const found = matched(sheet, children.rows, stored);
  children.rows.forEach((row, index) => keepDoubtful(sheet, row, found[index]));
  const drafts = children.rows.map((row, index) => draftOf(sheet, row, found[index]));
  const checked = checkRows(entity, parent, sheet, drafts);
  for (const one of checked.problems) place(children, one);
  const judged = (checked.rows ?? drafts).map((row, index): FurtherRow => ({
    ...row,
    ...wordsOf(children.rows[index]),
    ...idOf(found[index]),
  }));
  const differs = judged.map(
    (row, index) =>
      !found[index] ||
      storedFields(sheet.field.columns).some(
        ([name, column]) => !column.computed && !isSame(column, found[index]?.[name], row[name]),
      ),
  );
  const isMoved = judged.some(({ id }, index) => id !== stored[index]?.id);
  const write = sheet.isWhole
    ? stored.length !== judged.length || isMoved || differs.includes(true)
      ? judged
      : []
    : judged.filter((_, index) => differs[index]);
  children.write = write.length > 0 ? write : null;
  if (!children.write || !parent.existing) return;
  if (parent.verdict === 'unchanged') parent.verdict = 'changed';
  const before = parent.problems.length;
  refuseFixedState(entity, parent);
  if (parent.problems.length > before) parent.verdict = 'error';
}

/** Puts a problem with a path such as `components.2.quantity` at the row of the sheet that it names; false when there is none. */
export function place(
  children: ImportedChildren,
  { field, key, text, args = {} }: Pick<Problem, 'field' | 'key' | 'text' | 'args'>,
): boolean {
  const [name, index = '', column = ''] = field.split('.');
  const row =
    name === children.sent.sheet.name && /^\d+$/.test(index)
      ? children.rows[Number(index)]
      : undefined;
  if (!row) return false;
  // The sheet tells the row by its own number; the label is that of the column alone.
  const label = children.sent.fields.get(column)?.label;
  const told = label && 'label' in args ? { ...args, label } : args;
  // A cell that could not be read is told of once, not a second time as missing.
  if (!row.problems.some((known) => known.field === column))
    row.problems.push({ field: column, key, text, args: told });
  return true;
}

/** The stored row that each row of the sheet means: the same in all, else the same by the key; each once. */
function matched(
  { key, field }: FurtherSheet,
  rows: readonly ImportRow[],
  stored: readonly FurtherRow[],
): (FurtherRow | undefined)[] {
  const free = new Set(stored);
  const take = (fits: (row: FurtherRow) => boolean) => {
    const found = [...free].find(fits);
    if (found) free.delete(found);
    return found;
  };
  const sameIn = (names: readonly string[], row: ImportRow) => (one: FurtherRow) =>
    names.every(
      (name) => !(name in row.waiting) && areSame(field.columns[name], one[name], row.values[name]),
    );
  const equal = rows.map((row) =>
    take(
      sameIn(
        Object.keys(row.values).filter((name) => name in field.columns),
        row,
      ),
    ),
  );
  return rows.map(
    (row, index) => equal[index] ?? (key.length === 0 ? undefined : take(sameIn(key, row))),
  );
}

function areSame(column: Parameters<typeof isSame>[0], one: unknown, other: unknown): boolean {
  return (
    isSame(column, one, other) ||
    (column?.kind.name === 'text' && textOf(one).toLowerCase() === textOf(other).toLowerCase())
  );
}

/** Something disabled since may stay where it was, but is not chosen anew. */
function keepDoubtful(
  { field }: FurtherSheet,
  row: ImportRow,
  stored: FurtherRow | undefined,
): void {
  for (const [name, doubt] of Object.entries(row.doubts)) {
    if (!stored || !isSame(field.columns[name], stored[name], row.values[name]))
      row.problems.push(doubt);
  }
}

function draftOf(
  { field }: FurtherSheet,
  { values, waiting }: ImportRow,
  stored: FurtherRow | undefined,
): FurtherRow {
  const { [PARENT]: _parent, siteId: _site, ...own } = values;
  const kept = Object.fromEntries(
    storedFields(field.columns).flatMap(([name, column]) =>
      stored && !column.computed ? [[name, stored[name]]] : [],
    ),
  );
  // Rows that are still to be written stand there by their place in the file: an id of the right form, each its own.
  const coming = Object.entries(waiting).map(
    ([name, target]) => [name, `9${String(target.number).padStart(16, '0')}`] as const,
  );
  return { ...kept, ...own, ...Object.fromEntries(coming) };
}

function wordsOf(row: ImportRow | undefined): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(row?.waiting ?? {}).map((name) => [name, row?.values[name]]),
  );
}

function idOf(stored: FurtherRow | undefined): { id?: string } {
  return stored?.id === undefined ? {} : { id: stored.id };
}

function checkRows(
  entity: AnyEntity,
  parent: ImportRow,
  { name, field }: FurtherSheet,
  drafts: readonly FurtherRow[],
): { rows: FurtherRow[] | null; problems: readonly Problem[] } {
  const isOwn = name in entity.fields;
  const { draft, problems } = isOwn
    ? checkDraft(entity, { [name]: drafts }, 'update', { ...parent.existing, ...parent.values })
    : checkFields({ [name]: field }, { [name]: drafts });
  const own = problems.filter((one) => one.field.split('.')[0] === name);
  for (const { field: path, key, text, args = {} } of own)
    if (path === name) parent.problems.push({ field: name, key, text, args });
  if (own.some(({ field: path }) => path === name)) parent.verdict = 'error';
  return { rows: draft ? (draft[name] as FurtherRow[]) : null, problems: own };
}
