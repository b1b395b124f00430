import { pick, type Text } from '@millwright/contract/kernel/text';
import { SUPER_ADMIN } from '@millwright/contract/system/role';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import type { ExportColumn } from '../../kernel/sheet-routes/export-columns.ts';

interface Menu {
  readonly id: string;
  readonly parentId: string | null;
  readonly menuType: 'D' | 'P' | 'B';
  readonly zh: string;
  readonly en: string;
}

/**
 * A column per page of the menu for the export of roles: empty where a role does not see the page, else a tick with
 * the buttons that it has there.
 */
export async function menuColumns(context: Context): Promise<ExportColumn[]> {
  const menus = await sql<Menu>`
    select id::text as id, parent_id::text as "parentId", menu_type as "menuType", title_zh as zh, title_en as en
    from system_menu where status = '1' order by order_num, id`.execute(context.sql);
  const roles = await sql<{ id: string; roleKey: string; ticked: string[] }>`
    select id::text as id, role_key as "roleKey", coalesce(menu_ids, '[]'::jsonb) as ticked from system_role`.execute(
    context.sql,
  );
  const ticks = new Map(
    roles.rows.map(({ id, roleKey, ticked }) => [
      id,
      roleKey === SUPER_ADMIN ? null : new Set(ticked),
    ]),
  );
  const word = (text: Text) => pick(text, context.session.locale);
  return pagesOf(menus.rows).map((page): ExportColumn => {
    const buttons = menus.rows.filter(
      ({ parentId, menuType }) => parentId === page.id && menuType === 'B',
    );
    return {
      name: 'id',
      sheet: { header: word(page), format: 'text' },
      select: sql`t.id::text`,
      toCell(id) {
        const ticked = ticks.get(String(id));
        const has = (menu: Menu) => ticked === null || ticked?.has(menu.id) === true;
        const held = buttons.filter(has).map(word);
        if (!has(page) && held.length === 0) return null;
        return held.length === 0 ? '✓' : `✓ ${held.join('、')}`;
      },
    };
  });
}

/** Pages in the order of the tree. */
function pagesOf(menus: readonly Menu[]): Menu[] {
  const below = (parentId: string | null): Menu[] =>
    menus
      .filter((menu) => menu.parentId === parentId && menu.menuType !== 'B')
      .flatMap((menu) => (menu.menuType === 'P' ? [menu, ...below(menu.id)] : below(menu.id)));
  return below(null);
}
