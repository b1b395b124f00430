import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { refusals } from '@millwright/contract/kernel/errors';
import { actOn } from './act-on.ts';
import type { Behaviour } from './behaviour.ts';
import { BUSINESS } from './business.ts';
import type { Context } from './context.ts';
import { objectOf } from './sent-body.ts';
import { refusalAnswer } from './http/envelope.ts';
import type { Route } from './http/route.ts';
import { namesOf } from './judge-each.ts';
import { refuse } from './refuse.ts';
import { inSavepoint } from './savepoint.ts';

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
          await batchRow(context, id, (held) => actOn(held, entity, module, name, id, rest)),
        );
      return batchAnswer(context, entity, rows);
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

/** Does the work of one row, and tells what became of it with all problems of a refusal, which leaves the other rows standing. */
export async function batchRow(
  context: Context,
  id: string,
  work: (held: Context) => Promise<unknown>,
): Promise<BatchRow> {
  const refused = await inSavepoint(context, work);
  if (!refused) return { id, ok: true };
  const { msg } = refusalAnswer(refused, context.session.locale);
  return { id, ok: false, key: refused.refusal.key, msg };
}

/** The answer of a batch; rows that were refused carry their names. */
export async function batchAnswer(context: Context, entity: AnyEntity, rows: readonly BatchRow[]) {
  const refused = rows.filter(({ ok }) => !ok).map(({ id }) => id);
  const names =
    refused.length === 0 ? new Map<string, string>() : await namesOf(context, entity, refused);
  const named = rows.map((row) => (names.has(row.id) ? { ...row, name: names.get(row.id) } : row));
  const ok = rows.length - refused.length;
  return { total: rows.length, ok, failed: refused.length, rows: named };
}
