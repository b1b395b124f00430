import { isDeepStrictEqual } from 'node:util';
import { checkDraft } from '@millwright/contract/kernel/check';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { type Problem, refusals } from '@millwright/contract/kernel/errors';
import type { AnyField } from '@millwright/contract/kernel/field';
import type { ImportMode } from '@millwright/contract/kernel/sheet';
import { importKey } from '@millwright/contract/kernel/sheet';
import { compareDecimals } from '@millwright/contract/kinds/decimal';
import { textOf } from '@millwright/contract/kernel/text';
import { stateLabel } from '@millwright/contract/state-label';
import type { Context } from '../context.ts';
import { zonesOf } from '../store/site.ts';
import { breathe, complain, type ImportRow } from './import-row.ts';

/**
 * Judges rows by the entity's own schema and rules, as a form would be judged, and tells new, changed and unchanged
 * ones apart. What is good ends in `row.values` as the draft to be written; of a changed row only what changes.
 */
export async function judgeRows(
  context: Context,
  entity: AnyEntity,
  rows: readonly ImportRow[],
  mode: ImportMode,
): Promise<void> {
  const zones = await zonesOf(
    context,
    rows.map(({ siteId }) => siteId),
  );
  for (const [index, row] of rows.entries()) {
    judge(entity, row, mode, zones.get(row.siteId) ?? context.session.timeZone);
    if (index % 250 === 249) await breathe();
  }
}

function judge(entity: AnyEntity, row: ImportRow, mode: ImportMode, timeZone: string): void {
  if (row.existing && mode === 'insert') refuseExisting(entity, row);
  const { existing } = row;
  keepDoubtful(row);
  if (existing) keepChanges(entity, row);
  const broken = new Set(row.problems.map(({ field }) => field));
  const checked = checkDraft(
    entity,
    row.values,
    existing ? 'update' : 'create',
    existing ?? {},
    timeZone,
  );
  // A cell that could not be read is told of once, not a second time as missing.
  for (const problem of checked.problems)
    if (!broken.has(problem.field)) row.problems.push(asRowProblem(problem));
  if (checked.draft) replaceValues(row, checked.draft);
  if (existing && Object.keys(row.values).length > 0) refuseFixedState(entity, row);
  if (row.problems.length > 0) row.verdict = 'error';
  else if (existing) row.verdict = Object.keys(row.values).length === 0 ? 'unchanged' : 'changed';
}

/** A row that may only be new is judged as one, whatever is there under its code. */
function refuseExisting(entity: AnyEntity, row: ImportRow): void {
  const [field = ''] = importKey(entity);
  complain(row, field, refusals['row.duplicate'], {
    label: entity.fields[field]?.label ?? entity.label,
    value: textOf(row.values[field]),
  });
  row.existing = null;
}

function keepDoubtful(row: ImportRow): void {
  for (const [field, doubt] of Object.entries(row.doubts)) {
    const sent = field === 'siteId' ? row.siteId : row.values[field];
    if (!row.existing || !isSame(undefined, row.existing[field], sent)) row.problems.push(doubt);
  }
}

/** Leaves what differs from the stored row; the key that found it and what was chosen at creation stay as they are. */
function keepChanges(entity: AnyEntity, row: ImportRow): void {
  const { existing, values } = row;
  if (!existing) return;
  const key = importKey(entity);
  for (const [name, value] of Object.entries(values)) {
    const field = entity.fields[name];
    const isFixed = field?.fixed === true && existing[name] !== null;
    if (isFixed || key.includes(name) || isSame(field, existing[name], value)) delete values[name];
  }
}

/** Complains when the state of the stored row allows no change. */
export function refuseFixedState(entity: AnyEntity, row: ImportRow): void {
  const state = entity.state === undefined ? '' : String(row.existing?.[entity.state]);
  if (entity.editable && entity.state !== undefined && !entity.editable.includes(state)) {
    complain(row, '', refusals['row.state'], { state: stateLabel(entity, state), action: EDIT });
  }
}

const EDIT = { zh: '修改', en: 'Editing' };

/** Equal as people see it: `66.5` and `66.500000`, the same point in time in another writing, lists by their members. */
export function isSame(field: AnyField | undefined, stored: unknown, sent: unknown): boolean {
  if (stored === null || stored === undefined) return sent === null || sent === undefined;
  const kind = field?.kind.name;
  if (kind === 'decimal') return compareDecimals(stored, sent) === 0;
  if (kind === 'instant') return Date.parse(textOf(stored)) === Date.parse(textOf(sent));
  // The database keeps the keys of a structure in an order of its own.
  if (typeof stored === 'object') return isDeepStrictEqual(plain(stored), plain(sent));
  return textOf(stored) === textOf(sent);
}

function plain(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

/** Makes the values of a row those of a draft; what is undefined there goes. */
export function replaceValues(row: ImportRow, draft: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(row.values)) delete row.values[name];
  for (const [name, value] of Object.entries(draft))
    if (value !== undefined) row.values[name] = value;
}

function asRowProblem({ field, key, text, args = {} }: Problem) {
  return { field, key, text, args };
}
