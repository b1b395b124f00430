import { user } from '@millwright/contract/system/user';
import { type RawBuilder, sql } from 'kysely';
import type { Answer, Context } from '../../kernel/context.ts';
import { maskPhone } from '../../kernel/http/mask.ts';
import { isMasked } from '../../kernel/store/containing.ts';
import { limitedAccounts } from './sign-in-guard.ts';

type UserRow = Answer<typeof user>;

/** Second names of the specification, as a client may send them. */
const ALIASES: Readonly<Record<string, string>> = {
  affiliationDepartId: 'homeSite',
  roleIds: 'role',
  associatedSiteIds: 'associatedSites',
};

/** A body with the declared names; what an answer carries for reading only is dropped. */
export function fromAliases(sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const draft: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sent)) {
    if (READ_ONLY.has(name)) continue;
    const declared = ALIASES[name];
    if (declared === undefined) draft[name] = value;
    else draft[declared] ??= value;
  }
  return draft;
}

const READ_ONLY = new Set([
  'userId',
  'creator',
  'siteCode',
  'departName',
  'limited',
  'passwordOld',
  'passwordNew',
  'passwordRepeat',
]);

/** Rows with their second names, site code and whether sign-in is limited; phones masked for those who may only list. */
export async function completed(
  context: Context,
  rows: readonly UserRow[],
  isWhole: boolean,
): Promise<UserRow[]> {
  const { session } = context;
  const sites = await siteCodes(context, rows);
  const creators = await creatorsOf(context, rows);
  const limited = new Set(await limitedAccounts(context.sql));
  const hidesPhones = !isWhole && isMasked(user, user.fields.phone, session);
  return rows.map((row) => {
    const site = sites.get(row.homeSite);
    return {
      ...row,
      userId: row.id,
      affiliationDepartId: row.homeSite,
      roleIds: row.role,
      creator: creators.get(row.id) ?? null,
      siteCode: site?.code ?? '',
      phone: row.phone && hidesPhones ? maskPhone(row.phone) : row.phone,
      limited: limited.has(row.username.toLowerCase()),
      ...(session.identity === 1 ? { departName: site?.name ?? '' } : {}),
    };
  });
}

async function siteCodes(
  context: Context,
  rows: readonly UserRow[],
): Promise<Map<string, { code: string; name: string }>> {
  const ids = [...new Set(rows.map(({ homeSite }) => homeSite))];
  const found = await sql<{ id: string; code: string; name: string }>`
    select id, institution_code as code, ${nameIn(context)} as name from base_site where id = any(${ids}::bigint[])`.execute(
    context.sql,
  );
  return new Map(found.rows.map((row) => [row.id, row]));
}

/** A site's name in the reader's language. */
function nameIn({ session }: Context): RawBuilder<string> {
  return session.locale === 'en_US'
    ? sql<string>`coalesce(nullif(depart_name_en, ''), depart_name)`
    : sql<string>`depart_name`;
}

async function creatorsOf(
  context: Context,
  rows: readonly UserRow[],
): Promise<Map<string, string | null>> {
  const ids = rows.map(({ id }) => id);
  const found = await sql<{ id: string; name: string | null }>`
    select id, user_name(create_by) as name from "system_user" where id = any(${ids}::bigint[])`.execute(
    context.sql,
  );
  return new Map(found.rows.map(({ id, name }) => [id, name]));
}
