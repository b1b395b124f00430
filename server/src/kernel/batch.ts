import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { refusals } from '@millwright/contract/kernel/errors';
import { say } from '@millwright/contract/kernel/text';
import { sql } from 'kysely';
import { actOn } from './act-on.ts';
import type { Behaviour } from './behaviour.ts';
import { BUSINESS } from './business.ts';
import type { Context } from './context.ts';
import { objectOf } from './sent-body.ts';
import type { Route } from './http/route.ts';
import { Refused, refuse } from './refuse.ts';

interface BatchRow {
  id: string;
  ok: boolean;
  key?: string;
  msg?: string;
}

/** `POST …/actions/:action` with ids (≤ 200): each row under its current revision, one savepoint a row. */
export function batchRoute(
  entity: AnyEntity,
  module: Behaviour | undefined,
  name: string,
  tag: string,
): Route {
  return {
    method: 'POST',
    path: `${entity.path}/actions/${name}`,
    tag,
    module: entity.label,
    business: BUSINESS.act,
    handle: async (context, { body }) => {
      const { ids, ...rest } = objectOf(body);
      const rows: BatchRow[] = [];
      for (const id of wholeIds(ids))
        rows.push(
          await inSavepoint(context, id, () => actOn(context, entity, module, name, id, rest)),
        );
      const ok = rows.filter((row) => row.ok).length;
      return { total: rows.length, ok, failed: rows.length - ok, rows };
    },
  };
}

function wholeIds(sent: unknown): string[] {
  const valid =
    Array.isArray(sent) &&
    sent.length > 0 &&
    sent.length <= 200 &&
    sent.every((id) => /^[1-9]\d{0,17}$/.test(String(id)));
  if (!valid) throw refuse(refusals['call.invalid'], { detail: 'ids' });
  return [...new Set(sent.map(String))];
}

/** A refusal of one row leaves the others standing. */
async function inSavepoint(
  context: Context,
  id: string,
  work: () => Promise<unknown>,
): Promise<BatchRow> {
  const { refused } = await savepoint(context, work);
  if (!refused) return { id, ok: true };
  return {
    id,
    ok: false,
    key: refused.refusal.key,
    msg: say(refused.refusal.text, refused.args, context.session.locale),
  };
}

/** Runs work inside a savepoint: a refusal undoes it and is returned, anything else is thrown on. */
export async function savepoint<T>(
  context: Context,
  work: () => Promise<T>,
): Promise<{ value: T; refused?: undefined } | { refused: Refused }> {
  await sql`savepoint row`.execute(context.sql);
  try {
    const value = await work();
    await sql`release savepoint row`.execute(context.sql);
    return { value };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await sql`rollback to savepoint row`.execute(context.sql);
    await sql`release savepoint row`.execute(context.sql);
    return { refused: error };
  }
}
