import { operateLog } from '@millwright/contract/log/operate';
import { entities } from '@millwright/contract/registry';
import { behaviour } from '../../kernel/behaviour.ts';
import type { Context, Session } from '../../kernel/context.ts';
import { seenChanges, unseenIn } from '../../kernel/store/seen.ts';

/** The operate log; what was sent, answered and changed is told as far as the person may know the fields. */
export default behaviour(operateLog, {
  async get(context, id) {
    const row = await context.store(operateLog).get(id);
    const { session } = context;
    return {
      ...row,
      changes: changesFor(context, row.entity, row.changes),
      param: textFor(session, row.param),
      result: textFor(session, row.result),
    };
  },
});

/** `changes` holds the operation, the reason and, in `fields`, what differs. */
function changesFor({ session }: Context, name: string | null, changes: unknown): unknown {
  const changed = entities.find((entity) => entity.name === name);
  const { fields } = (changes ?? {}) as { fields?: { field: string }[] };
  if (!changed || !fields) return changes;
  return { ...(changes as object), fields: seenChanges(changed, session, fields) };
}

/** JSON text, perhaps cut off, with `***` for the values that the person may not know. */
function textFor(session: Session, text: string | null): string | null {
  const names = entities.flatMap((entity) => [...unseenIn(entity, session)]);
  if (text === null || names.length === 0) return text;
  const pair = new RegExp(`"(${names.join('|')})":(?:"(?:\\\\.|[^"\\\\])*"?|[^,}\\]]*)`, 'g');
  return text.replace(pair, '"$1":"***"');
}
