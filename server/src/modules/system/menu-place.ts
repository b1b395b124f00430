import { problem } from '@millwright/contract/kernel/check';
import { menuEntry } from '@millwright/contract/system/menu';
import { systemRefusals } from '@millwright/contract/system/refusals';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { refuseDraft } from '../../kernel/refuse.ts';
import { checkTagsHeld } from './ceiling.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * A directory stands in a directory or on top, a page in a directory, a button in a page; only what stands on top has
 * a group; a tag must be held to be set.
 */
export async function checkPlace(
  context: Context,
  draft: Values,
  before?: { readonly perms?: unknown },
): Promise<void> {
  if (typeof draft.perms === 'string' && draft.perms !== before?.perms)
    checkTagsHeld(context.session, [draft.perms]);
  const parentId =
    typeof draft.parentId === 'string' && /^\d{1,18}$/.test(draft.parentId) ? draft.parentId : null;
  const { rows } = await sql<{
    menuType: string;
  }>`select menu_type as "menuType" from system_menu where id = ${parentId}`.execute(context.sql);
  const above = rows[0]?.menuType ?? null;
  const fits = draft.menuType === 'B' ? above === 'P' : above === null || above === 'D';
  const { parentId: parent, group } = menuEntry.fields;
  const problems = fits ? [] : [problem('parentId', parent.label, systemRefusals['menu.parent'])];
  if (above !== null && draft.group)
    problems.push(problem('group', group.label, systemRefusals['menu.group']));
  if (problems.length > 0) throw refuseDraft(problems);
}

/** Where an entry leads and what it highlights are addresses of the menu, its own included. */
export async function checkAddresses(context: Context, row: Addresses): Promise<void> {
  const named = (['redirect', 'activeMenu'] as const).flatMap((name) => {
    const value = row[name];
    return value && value !== NO_REDIRECT ? [{ name, value }] : [];
  });
  if (named.length === 0) return;
  const { rows } = await sql<{ path: string }>`
    select path from system_menu where path = any(${named.map(({ value }) => value)}::text[])`.execute(
    context.sql,
  );
  const known = new Set(rows.map(({ path }) => path));
  const problems = named
    .filter(({ value }) => !known.has(value))
    .map(({ name, value }) =>
      problem(name, menuEntry.fields[name].label, systemRefusals['menu.address'], { value }),
    );
  if (problems.length > 0) throw refuseDraft(problems);
}

interface Addresses {
  readonly redirect: string | null;
  readonly activeMenu: string | null;
}

const NO_REDIRECT = 'noRedirect';
