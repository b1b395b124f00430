import { checkDraft } from '@millwright/contract/kernel/check';
import { refusals, type Problem } from '@millwright/contract/kernel/errors';
import type { Text } from '@millwright/contract/kernel/text';
import { menuEntry } from '@millwright/contract/system/menu';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import type { CallInput } from '../../kernel/http/route.ts';
import { refuse, Refused, refuseDraft, refuseField } from '../../kernel/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import { raiseVersion } from '../../kernel/versions.ts';
import { followAddress } from './menu-named.ts';
import { checkAddresses, checkPlace } from './menu-place.ts';
import { refuseCycle } from './tree.ts';

/** A row of a menu file: named by route name or tag, because ids mean nothing in another installation. */
interface FileRow {
  readonly key: string;
  readonly parent: string | null;
  /** Of the present row that it changes; absent for a new one. */
  readonly revision?: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Applies the differences of a menu file, all or none, parents before their children. Problems name their rows;
 * a row that changed since the differences were shown refuses the whole file.
 */
export async function importMenus(context: Context, services: Services, { body }: CallInput) {
  const rows = (body as { rows?: unknown } | null)?.rows;
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > MOST_ROWS || !rows.every(isRow))
    throw refuse(refusals['call.invalid'], { detail: 'rows' });
  const present = await presentRows(context);
  const ids = new Map(Array.from(present, ([key, { id }]) => [key, id]));
  const problems = rows.flatMap((row) =>
    checkDraft(menuEntry, row.values, ids.has(row.key) ? 'update' : 'create').problems.map((one) =>
      inRow(row, one),
    ),
  );
  if (problems.length > 0) throw refuseDraft(problems);
  for (const row of rows)
    await naming(row, async () => ids.set(row.key, await apply(context, ids, row)));
  for (const row of rows) await naming(row, () => follow(context, present.get(row.key)));
  // An address may be that of a row further down.
  for (const row of rows)
    await naming(row, async () =>
      checkAddresses(context, await context.store(menuEntry).get(ids.get(row.key) ?? '')),
    );
  await raiseVersion(context, services.announcements, 'permission');
  return { total: rows.length };
}

async function naming(row: FileRow, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw named(row, error);
  }
}

async function apply(
  context: Context,
  ids: ReadonlyMap<string, string>,
  row: FileRow,
): Promise<string> {
  const store = context.store(menuEntry);
  const parentId = row.parent === null ? null : ids.get(row.parent);
  if (parentId === undefined)
    throw refuseField('parentId', menuEntry.fields.parentId.label, refusals['ref.missing']);
  const values = { ...row.values, parentId };
  const id = ids.get(row.key);
  if (id === undefined) {
    if (row.revision !== undefined) throw refuse(refusals['row.missing']);
    await checkPlace(context, values);
    return (await store.create(values)).id;
  }
  const before = await store.get(id);
  await refuseCycle(context, menuEntry, id, parentId);
  await checkPlace(context, { ...before, ...values }, before);
  await store.update(id, { ...values, revision: row.revision ?? -1 });
  return id;
}

async function follow(context: Context, before: Present | undefined): Promise<void> {
  if (!before) return;
  const { path } = await context.store(menuEntry).get(before.id);
  await followAddress(context, before.path, path);
}

async function presentRows(context: Context): Promise<Map<string, Present>> {
  const { rows } = await sql<Present>`
    select id, path, case when menu_type = 'B' then perms else name end as key from system_menu`.execute(
    context.sql,
  );
  return new Map(rows.map((row) => [row.key, row]));
}

interface Present {
  id: string;
  key: string;
  path: string | null;
}

/** Says which row a refusal means; what the person may not do at all stays as it is. */
function named(row: FileRow, error: unknown): unknown {
  if (!(error instanceof Refused) || error.refusal.code === 403) return error;
  const { refusal, args, problems } = error;
  if (problems.length > 0) return refuseDraft(problems.map((one) => inRow(row, one)));
  const label = titleOf(row);
  return refuseDraft([{ field: row.key, label, key: refusal.key, text: refusal.text, args }]);
}

function inRow(row: FileRow, { field, label, ...rest }: Problem): Problem {
  const title = titleOf(row);
  return {
    ...rest,
    field: `${row.key}.${field}`,
    label: { zh: `${title.zh} · ${label.zh}`, en: `${title.en} · ${label.en}` },
  };
}

function titleOf({ key, values }: FileRow): Text {
  const word = (value: unknown) => (typeof value === 'string' && value !== '' ? value : key);
  return { zh: word(values.titleZh), en: word(values.titleEn) };
}

const MOST_ROWS = 5_000;

function isRow(row: unknown): row is FileRow {
  if (typeof row !== 'object' || row === null) return false;
  const { key, parent, revision, values } = row as Partial<FileRow>;
  return (
    typeof key === 'string' &&
    (parent === null || typeof parent === 'string') &&
    (revision === undefined || Number.isInteger(revision)) &&
    typeof values === 'object' &&
    values !== null &&
    !Array.isArray(values)
  );
}
