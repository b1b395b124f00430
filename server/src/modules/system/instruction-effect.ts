import { procedure } from '@millwright/contract/base/procedure';
import { instruction } from '@millwright/contract/system/instruction';
import { sql } from 'kysely';
import type { Answer, Context } from '../../kernel/context.ts';
import { settle } from '../notice/tell.ts';
import { cause } from './instruction-notice.ts';
import { askReaders } from './instruction-readers.ts';

type InstructionRow = Answer<typeof instruction>;

const IS_DUE = sql`s.id = i.site_id and i.state = 'published' and not i.in_effect
  and i.effective_from <= (now() at time zone s.time_zone)::date`;

/** Published versions whose day has come at their site; of one code the newest first, which withdraws the others. */
export async function dueInstructions({
  sql: trx,
}: Context): Promise<readonly { id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select i.id, concat(i.code, ' V', i.version) as name from system_instruction i, base_site s where ${IS_DUE}
    order by i.site_id, i.code, i.version desc`.execute(trx);
  return rows;
}

/**
 * Lets a published version take effect when its day has come: what it replaces is withdrawn, and its readers are told.
 * One that a newer version has withdrawn meanwhile stays as it is.
 */
export async function letTakeEffect(context: Context, id: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update system_instruction i set in_effect = true, revision = i.revision + 1, update_time = now() from base_site s
    where ${IS_DUE} and i.id = ${id} returning i.id`.execute(context.sql);
  if (rows.length === 0) return;
  const row = await context.store(instruction).get(id);
  await withdrawOlder(context, row);
  await showAtProcedures(context, row, id);
  if (row.mustRead) await askReaders(context, id);
}

/** The versions that held so far are withdrawn, and nobody needs to confirm them any more. */
async function withdrawOlder(context: Context, row: InstructionRow): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from system_instruction
    where site_id = ${row.siteId} and code = ${row.code} and state = 'published' and version < ${row.version}`.execute(
    context.sql,
  );
  for (const { id } of rows) {
    const reason = `V${row.version}`;
    const gone = { reason, inEffect: false };
    const old = await context.store(instruction).act('obsolete', id, { reason }, gone);
    await settle(context.sql, cause('instruction.toConfirm', old), by(context));
  }
}

/** Procedures that show a version of this code show the given one from now on; null = none, since it was withdrawn. */
export async function showAtProcedures(
  context: Context,
  { siteId, code }: InstructionRow,
  shown: string | null,
): Promise<void> {
  const { rows } = await sql<{
    id: string;
    revision: number;
  }>`select p.id, p.revision from base_procedure p
    join system_instruction i on i.id = p.instruction
    where i.site_id = ${siteId} and i.code = ${code} and p.instruction is distinct from ${shown}`.execute(
    context.sql,
  );
  for (const { id, revision } of rows)
    await context.store(procedure).update(id, { revision, instruction: shown });
}

/** Who ends a notice; the clock is nobody. */
export function by({ session }: Context): { userId?: string } {
  return session.userId === '0' ? {} : { userId: session.userId };
}
