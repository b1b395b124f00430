import { pick, type Text } from '@millwright/contract/kernel/text';
import { menu } from '@millwright/contract/menu';
import { type role, SUPER_ADMIN } from '@millwright/contract/system/role';
import { sql } from 'kysely';
import type { Answer, Context } from '../../kernel/context.ts';

type RoleRow = Answer<typeof role>;

/** Roles with the number of people who hold them and what they may do in one line: `编辑：生产管理；查看：检测管理`. */
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

/** The areas of the menu by the best that the role may do somewhere in them: `编辑：生产管理；查看：设备详情、基础配置`. */
function summaryOf({ session }: Context, row: RoleRow, tags: readonly string[]): string {
  if (row.roleKey === SUPER_ADMIN) return session.locale === 'en_US' ? 'Everything' : '全部权限';
  const held = areas.map(({ title, tags: own }) => ({
    name: pick(title, session.locale),
    level: levelOf(tags.filter((tag) => own.has(tag.split(':').slice(0, 2).join(':')))),
  }));
  const isEnglish = session.locale === 'en_US';
  const parts = LEVELS.flatMap((word) => {
    const names = held.filter(({ level }) => level === word).map(({ name }) => name);
    if (names.length === 0) return [];
    return isEnglish ? `${word.en}: ${names.join(', ')}` : `${word.zh}：${names.join('、')}`;
  });
  return parts.join(isEnglish ? '; ' : '；');
}

const ALL = { zh: '全部', en: 'All' };
const ENTER = { zh: '编辑', en: 'Edit' };
const READ = { zh: '查看', en: 'Read' };
const LEVELS: readonly Text[] = [ALL, ENTER, READ];

function levelOf(tags: readonly string[]): Text | undefined {
  if (tags.length === 0) return undefined;
  const actions = new Set(tags.map((tag) => tag.split(':')[2]));
  if (actions.has('remove')) return ALL;
  return ['add', 'edit', 'import'].some((action) => actions.has(action)) ? ENTER : READ;
}

const areas: { title: Text; tags: Set<string> }[] = menu
  .filter((entry) => entry.children.length > 0)
  .map((entry) => ({
    title: entry.title,
    tags: new Set(
      entry.children.flatMap((child) => [child, ...child.children]).flatMap(({ tag }) => tag ?? []),
    ),
  }));
