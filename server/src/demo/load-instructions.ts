import { instruction } from '@millwright/contract/system/instruction';
import { instructionAddress } from '@millwright/contract/system/instruction-address';
import { sql } from 'kysely';
import { tell } from '../modules/notice/tell.ts';
import { addDays, chinaDay, type DemoCalendar, instantOf } from './calendar.ts';
import { type DemoInstruction, instructions } from './instruction-data.ts';
import type { DemoCompany } from './load-company.ts';
import { people } from './people-data.ts';
import type { DemoWriter } from './writer.ts';

/** Number of the first document: its number stands in the documents as SOP-2025-0012. */
const FIRST_NUMBER = 12;

/** 18 documents with 31 versions and 120 confirmations; what waits for approval is told to its approvers. */
export async function loadInstructions(
  writer: DemoWriter,
  calendar: DemoCalendar,
  made: DemoCompany,
): Promise<void> {
  const year = calendar.today.slice(0, 4);
  for (const [index, one] of instructions.entries()) {
    const code = `SOP-${year}-${String(index === 0 ? FIRST_NUMBER : numberOf(index)).padStart(4, '0')}`;
    const ids = await loadVersions(writer, calendar, made, one, { code, index });
    const id = ids.at(-1) ?? '';
    if (one.confirmed) {
      await confirm(writer, made, one, id);
      await tellUnread(writer, made, one, { id, code });
    }
    if (one.state === 'pending')
      await tell(writer.context.sql, {
        notice: 'instruction.toApprove',
        siteId: made.siteIds[one.site],
        objectId: id,
        link: instructionAddress({ siteId: made.siteIds[one.site], code }, one.versions),
        params: {
          name: { zh: `${code} ${one.zh}`, en: `${code} ${one.en}` },
          author: nameOf(one.author),
        },
      });
  }
  await sql`update base_procedure p set instruction = i.id from system_instruction i
    where i.procedure_id = p.id and i.in_effect`.execute(writer.context.sql);
  for (const siteId of Object.values(made.siteIds))
    await sql`insert into number_series (site_id, series, last_number) values (${siteId}, ${`SOP-${year}`}, ${instructions.length + 1})`.execute(
      writer.context.sql,
    );
}

function nameOf(username: string): string {
  return people.find((person) => person.username === username)?.realName ?? username;
}

/** The others are numbered around the first. */
function numberOf(index: number): number {
  return index < FIRST_NUMBER ? index : index + 1;
}

async function loadVersions(
  writer: DemoWriter,
  calendar: DemoCalendar,
  { siteIds, userIds }: DemoCompany,
  one: DemoInstruction,
  { code, index }: { code: string; index: number },
): Promise<string[]> {
  const siteId = siteIds[one.site];
  const [author, approver] = [one.author, one.approver].map((name) => userIds.get(name) ?? null);
  const scope = await scopeOf(writer, siteId, one);
  const rows = Array.from({ length: one.versions }, (_, place) => {
    const isLast = place === one.versions - 1;
    const state = isLast ? one.state : isPublishedBefore(one, place) ? 'published' : 'obsolete';
    const day = addDays(calendar.today, -(one.versions - 1 - place) * 120 - 6 - index * 3);
    const publishTime = instantOf(day, '09:20');
    const isPublished = state === 'published' || state === 'obsolete';
    return {
      siteId,
      draft: {
        title: one.zh,
        titleEn: one.en,
        type: one.type,
        mustRead: one.confirmed !== undefined,
        content: contentOf(one, place),
        ...scope,
        ...(isPublished && { effectiveFrom: chinaDay(new Date(publishTime)) }),
      },
      owned: {
        code,
        version: place + 1,
        state,
        inEffect: state === 'published',
        author,
        createTime: publishTime,
        updateTime: publishTime,
        ...(isPublished && { approver, publishTime }),
      },
    };
  });
  return writer.write(instruction, rows);
}

/** While a new version waits, the one before it holds. */
function isPublishedBefore(one: DemoInstruction, place: number): boolean {
  return one.state !== 'published' && place === one.versions - 2;
}

/** Earlier versions knew fewer steps. */
function contentOf({ zh, en, steps, versions }: DemoInstruction, place: number): string {
  const known = steps.slice(0, Math.max(2, steps.length - (versions - 1 - place)));
  const list = (at: 0 | 1) =>
    known.map((step) => `<li data-list="ordered">${step[at]}</li>`).join('');
  return `<h2>${zh}</h2><ol>${list(0)}</ol><h2>${en}</h2><ol>${list(1)}</ol>`;
}

async function scopeOf(writer: DemoWriter, siteId: string, one: DemoInstruction) {
  const find = async (table: string, column: string, value: string | undefined) => {
    if (value === undefined) return null;
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
      where site_id = ${siteId} and ${sql.ref(column)} like ${`${value}%`} order by id limit 1`.execute(
      writer.context.sql,
    );
    return rows[0]?.id ?? null;
  };
  return {
    productId: await find('base_product', 'material_code', one.product),
    procedureId: await find('base_procedure', 'procedure_code', one.procedure),
    equipmentId: await find('base_equipment', 'number', one.equipment),
  };
}

/** People of the site, the first of whom have confirmed. */
async function confirm(
  writer: DemoWriter,
  { siteIds, userIds }: DemoCompany,
  { site, author, confirmed = [0, 0] }: DemoInstruction,
  id: string,
): Promise<void> {
  const [done, all] = confirmed;
  const trx = writer.context.sql;
  await sql`insert into system_instruction_reader (instruction_id, user_id, site_id, read_time)
    select ${id}, p.id, ${siteIds[site]}, case when p.place <= ${done} then i.publish_time + make_interval(hours => (p.place * 5)::int) end
    from (select u.id, row_number() over (order by u.username = 'cs0317' desc, u.id) as place from "system_user" u
      where u.user_identity = '2' and u.id is distinct from ${userIds.get(author) ?? null}
        and (u.home_site = ${siteIds[site]} or ${siteIds[site]} = any(u.associated_sites))) p
    cross join system_instruction i where i.id = ${id} and p.place <= ${all}`.execute(trx);
  await sql`update system_instruction i set addressed = c.addressed, confirmed = c.confirmed,
      read_rate = round(100.0 * c.confirmed / nullif(c.addressed, 0), 2)
    from (select count(*)::int as addressed, count(read_time)::int as confirmed from system_instruction_reader where instruction_id = ${id}) c
    where i.id = ${id}`.execute(trx);
}

/** Those who have not confirmed yet are told so. */
async function tellUnread(
  writer: DemoWriter,
  { siteIds }: DemoCompany,
  one: DemoInstruction,
  { id, code }: { id: string; code: string },
): Promise<void> {
  const { rows } = await sql<{ userId: string; at: string }>`
    select r.user_id as "userId", i.publish_time as at from system_instruction_reader r
    join system_instruction i on i.id = r.instruction_id where i.id = ${id} and r.read_time is null`.execute(
    writer.context.sql,
  );
  await tell(writer.context.sql, {
    notice: 'instruction.toConfirm',
    siteId: siteIds[one.site],
    objectId: id,
    link: instructionAddress({ siteId: siteIds[one.site], code }, one.versions),
    userIds: rows.map(({ userId }) => userId),
    params: { name: { zh: `${code} ${one.zh}`, en: `${code} ${one.en}` }, version: one.versions },
    ...(rows[0] && { at: rows[0].at }),
  });
}
