import { allows } from '@millwright/contract/kernel/permission';
import {
  instruction,
  type InstructionReader,
  type UnreadInstruction,
} from '@millwright/contract/system/instruction';
import { sql } from 'kysely';
import type { Context, Session } from '../../kernel/context.ts';
import type { Trx } from '../../kernel/database/transaction.ts';
import { tell } from '../notice/tell.ts';
import { cause, nameOf } from './instruction-notice.ts';

/** Versions in effect that are to be confirmed, at whose site somebody may open them who was not asked yet. */
export async function instructionsWithNewcomers({
  sql: trx,
}: Context): Promise<readonly { id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    with held as materialized (select * from system_instruction where state = 'published' and in_effect and must_read),
    readers as materialized (select s.site_id, u.id from (select distinct site_id from held) s
      cross join lateral users_holding(s.site_id, ${READS}, '{}') u(id))
    select i.id, concat(i.code, ' V', i.version) as name from held i
    where exists (select from readers u where u.site_id = i.site_id and u.id is distinct from i.author
      and not exists (select from system_instruction_reader r where r.instruction_id = i.id and r.user_id = u.id))
    order by i.id`.execute(trx);
  return rows;
}

/** Asks those to confirm a version who were not asked yet: everybody when it takes effect, afterwards who joined. */
export async function askReaders(context: Context, id: string): Promise<void> {
  const row = await context.store(instruction).get(id);
  const userIds = await addressReaders(context, row);
  if (userIds.length > 0)
    await tell(context.sql, {
      ...cause('instruction.toConfirm', row),
      userIds,
      params: { name: nameOf(row), version: row.version },
    });
}

/** Addresses a version to everybody of its site who may open instructions, but its author; gives who is new among them. */
async function addressReaders(
  context: Context,
  row: { readonly id: string; readonly siteId: string | null; readonly author: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    insert into system_instruction_reader (instruction_id, user_id, site_id)
    select ${row.id}, u.id, ${row.siteId} from users_holding(${row.siteId}, ${READS}, '{}') u(id)
    where u.id is distinct from ${row.author}::bigint on conflict do nothing returning user_id as "userId"`.execute(
    context.sql,
  );
  await count(context, row.id);
  return rows.map(({ userId }) => userId);
}

const READS = 'system:instruction:list';

/** Keeps that the session's person has read a version; a second time changes nothing. */
export async function confirmRead(
  context: Context,
  row: { readonly id: string; readonly siteId: string | null },
): Promise<void> {
  await sql`insert into system_instruction_reader as r (instruction_id, user_id, site_id, read_time)
    values (${row.id}, ${context.session.userId}, ${row.siteId}, now())
    on conflict (instruction_id, user_id) do update set read_time = coalesce(r.read_time, excluded.read_time)`.execute(
    context.sql,
  );
  await count(context, row.id);
}

async function count(context: Context, id: string): Promise<void> {
  await sql`update system_instruction i set addressed = c.addressed, confirmed = c.confirmed,
      read_rate = case when c.addressed > 0 then round(100.0 * c.confirmed / c.addressed, 2) end
    from (select count(*)::int as addressed, count(read_time)::int as confirmed
      from system_instruction_reader where instruction_id = ${id}) c
    where i.id = ${id}`.execute(context.sql);
}

/** Who shall read a version: those who have not yet first, then by when they confirmed. */
export async function readersOf(
  context: Context,
  id: string,
): Promise<{ list: InstructionReader[] }> {
  const { rows } = await sql<InstructionReader>`
    select r.user_id as "userId", coalesce(user_name(r.user_id), '') as name, coalesce(u.username, '') as username,
      r.read_time as "readTime"
    from system_instruction_reader r left join "system_user" u on u.id = r.user_id
    where r.instruction_id = ${id} order by r.read_time nulls first, name`.execute(context.sql);
  return { list: rows };
}

/** Published versions that wait for the confirmation of the session's person, the oldest first. */
export async function unreadOf({
  session,
  sql: trx,
}: Context): Promise<{ list: UnreadInstruction[] }> {
  const { rows } = await sql<UnreadInstruction>`
    select i.id, i.site_id as "siteId", i.code, i.title, i.title_en as "titleEn", i.version, i.publish_time as "publishTime"
    from system_instruction_reader r join system_instruction i on i.id = r.instruction_id
    where r.user_id = ${session.userId} and ${IS_UNREAD}
    order by i.publish_time limit 50`.execute(trx);
  return { list: rows };
}

/** How many they are; in a transaction of the system as well, which sees the sites where the session is not. */
export async function countUnread(trx: Trx, session: Session): Promise<number> {
  if (!allows(session.permissions, READS)) return 0;
  const here =
    session.identity === 1 ? sql`` : sql`and i.site_id = ${session.siteId ?? session.homeSiteId}`;
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from system_instruction_reader r join system_instruction i on i.id = r.instruction_id
    where r.user_id = ${session.userId} and ${IS_UNREAD} ${here}`.execute(trx);
  return rows[0]?.n ?? 0;
}

/** Of a version `i` and its reader `r`. */
const IS_UNREAD = sql`r.read_time is null and i.state = 'published' and i.must_read`;

/** Of these versions those that the session's person has confirmed. */
export async function confirmedBy(
  { session, sql: trx }: Context,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{
    id: string;
  }>`select instruction_id as id from system_instruction_reader
    where user_id = ${session.userId} and read_time is not null and instruction_id = any(${ids}::bigint[])`.execute(
    trx,
  );
  return new Set(rows.map(({ id }) => id));
}
