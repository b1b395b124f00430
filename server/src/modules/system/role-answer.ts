import { pick, type Text } from '@millwright/contract/kernel/text';
import { menu } from '@millwright/contract/menu';
import { type role, SUPER_ADMIN } from '@millwright/contract/system/role';
import { sql } from 'kysely';
import type { Answer, Context } from '../../kernel/context.ts';

type RoleRow = Answer<typeof role>;

/** Roles with the number of people who hold them and what they may do in one line: `生产管理 E · 检测管理 R`. */
export async function counted(context: Context, rows: readonly RoleRow[]): Promise<RoleRow[]> {
  const ids = rows.map(({ id }) => id);
  const counts = await sql<{ id: string; count: string }>`
    select r.id, count(u.id) as count from unnest(${ids}::bigint[]) r(id)
    left join "system_user" u on r.id = any(u.role) and u.deleted_at is null group by r.id`.execute(
    context.sql,
  );
  const tags = await sql<{ id: string; tags: string[] }>`
    select r.id, array_agg(m.perms) as tags from system_role r
    cross join lateral jsonb_array_elements_text(coalesce(r.menu_ids, '[]'::jsonb)) ticked(id)
    join system_menu m on m.id = ticked.id::bigint and m.perms is not null
    where r.id = any(${ids}::bigint[]) group by r.id`.execute(context.sql);
  const countOf = new Map(counts.rows.map(({ id, count }) => [id, Number(count)]));
  const tagsOf = new Map(tags.rows.map(({ id, tags: held }) => [id, held]));
  return rows.map((row) => ({
    ...row,
    menuIds: row.menuIds ?? [],
    userCount: countOf.get(row.id) ?? 0,
    summary: summaryOf(context, row, tagsOf.get(row.id) ?? []),
  }));
}

/** A all, E enters, R reads: the best that the role may do somewhere in each area of the menu. */
function summaryOf({ session }: Context, row: RoleRow, tags: readonly string[]): string {
  if (row.roleKey === SUPER_ADMIN) return session.locale === 'en_US' ? 'Everything' : '全部权限';
  const parts = areas.flatMap(({ title, tags: own }) => {
    const held = tags.filter((tag) => own.has(tag.split(':').slice(0, 2).join(':')));
    return held.length === 0 ? [] : [`${pick(title, session.locale)} ${levelOf(held)}`];
  });
  return parts.join(' · ');
}

function levelOf(tags: readonly string[]): string {
  const actions = new Set(tags.map((tag) => tag.split(':')[2]));
  if (actions.has('remove')) return 'A';
  return ['add', 'edit', 'import'].some((action) => actions.has(action)) ? 'E' : 'R';
}

const areas: { title: Text; tags: Set<string> }[] = menu
  .filter((entry) => entry.children.length > 0)
  .map((entry) => ({
    title: entry.title,
    tags: new Set(
      entry.children.flatMap((child) => [child, ...child.children]).flatMap(({ tag }) => tag ?? []),
    ),
  }));
