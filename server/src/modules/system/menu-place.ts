import { problem } from '@millwright/contract/kernel/check';
import { menuEntry } from '@millwright/contract/system/menu';
import { systemRefusals } from '@millwright/contract/system/refusals';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { refuseDraft } from '../../kernel/refuse.ts';
import { checkTagsHeld } from './ceiling.ts';

type Values = Readonly<Record<string, unknown>>;

/** A directory stands in a directory or on top, a page in a directory, a button in a page; a tag must be held to be set. */
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
  if (!fits)
    throw refuseDraft([
      problem('parentId', menuEntry.fields.parentId.label, systemRefusals['menu.parent']),
    ]);
}
