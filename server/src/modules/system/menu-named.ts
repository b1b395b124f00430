import { problem } from '@millwright/contract/kernel/check';
import { refusals } from '@millwright/contract/kernel/errors';
import type { Text } from '@millwright/contract/kernel/text';
import { menuEntry } from '@millwright/contract/system/menu';
import { systemRefusals } from '@millwright/contract/system/refusals';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { refuse, refuseDraft } from '../../kernel/refuse.ts';

interface Naming extends Titles {
  id: string;
  revision: number;
  activeMenu: string | null;
  redirect: string | null;
}

interface Titles {
  titleZh: string;
  titleEn: string;
}

/** Throws `row.inUse` with the titles of the entries that lead to one of these or highlight it; those that go too do not count. */
export async function refuseIfNamed(context: Context, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<Titles & { byZh: string; byEn: string }>`
    select p.title_zh as "titleZh", p.title_en as "titleEn", n.title_zh as "byZh", n.title_en as "byEn"
    from system_menu p join system_menu n on n.active_menu = p.path or n.redirect = p.path
    where p.id = any(${[...ids]}::bigint[]) and n.id <> all(${[...ids]}::bigint[])
    order by p.id, n.order_num, n.id`.execute(context.sql);
  const [first] = rows;
  if (!first) return;
  const naming = rows
    .filter(({ titleZh, titleEn }) => titleZh === first.titleZh && titleEn === first.titleEn)
    .map(({ byZh, byEn }) => ({ titleZh: byZh, titleEn: byEn }));
  const name = { zh: first.titleZh, en: first.titleEn };
  throw refuse(refusals['row.inUse'], { name, list: listed(naming) });
}

/** Entries that lead to an address or highlight it follow when it changes; an address outside the menu has none. */
export async function followAddress(
  context: Context,
  before: string | null,
  after: string | null,
): Promise<void> {
  if (before === null || before === after) return;
  const { rows } = await sql<Naming>`
    select n.id, n.revision, n.active_menu as "activeMenu", n.redirect, n.title_zh as "titleZh", n.title_en as "titleEn"
    from system_menu n where (n.active_menu = ${before} or n.redirect = ${before})
      and not exists (select from system_menu p where p.path = ${before})
    order by n.order_num, n.id`.execute(context.sql);
  if (rows.length === 0) return;
  if (after === null || !after.startsWith('/'))
    throw refuseDraft([
      problem('path', menuEntry.fields.path.label, systemRefusals['menu.named'], {
        list: listed(rows),
      }),
    ]);
  for (const { id, revision, activeMenu, redirect } of rows)
    await context.store(menuEntry).update(id, {
      revision,
      ...(activeMenu === before ? { activeMenu: after } : {}),
      ...(redirect === before ? { redirect: after } : {}),
    });
}

function listed(entries: readonly Titles[]): Text {
  return {
    zh: entries.map(({ titleZh }) => `「${titleZh}」`).join('、'),
    en: entries.map(({ titleEn }) => `"${titleEn}"`).join(', '),
  };
}
