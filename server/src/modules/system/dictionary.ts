import { problem } from '@millwright/contract/kernel/check';
import { dictionaries } from '@millwright/contract/dictionaries';
import { refusals } from '@millwright/contract/kernel/errors';
import { entities } from '@millwright/contract/registry';
import { dictItem } from '@millwright/contract/system/dict-item';
import { dictType } from '@millwright/contract/system/dict-type';
import { systemRefusals } from '@millwright/contract/system/refusals';
import { sql } from 'kysely';
import { type Behaviour, behaviour } from '../../kernel/behaviour.ts';
import type { Answer, Context } from '../../kernel/context.ts';
import { judgeEach } from '../../kernel/judge-each.ts';
import { refuse, refuseDraft } from '../../kernel/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import { snake } from '../../kernel/store/columns.ts';
import { raiseVersion } from '../../kernel/versions.ts';
import { sentText } from '../../kernel/http/sent.ts';
import { itemSheet } from './dictionary-sheet.ts';

type TypeRow = Answer<typeof dictType>;
type ItemRow = Answer<typeof dictItem>;

/** Types of dictionaries: those that declarations name stay, with their type word. */
export function dictTypeBehaviour(services: Services): Behaviour {
  const changed = async (context: Context, row: TypeRow) => (
    await raise(context, services),
    (await shownRows(context, [row]))[0] as TypeRow
  );
  return behaviour(dictType, {
    list: async (context, query) => {
      const answer = await context.store(dictType).list(query);
      return { ...answer, list: await shownRows(context, answer.list) };
    },
    get: async (context, id) =>
      (await shownRows(context, [await context.store(dictType).get(id)]))[0] as TypeRow,
    create: async (context, draft) => changed(context, await context.store(dictType).create(draft)),
    update: async (context, id, change) => changed(context, await updateType(context, id, change)),
    remove: async (context, ids) => {
      await removeTypes(context, ids);
      await raise(context, services);
    },
    actions: {
      enable: async (context, row) =>
        changed(context, await context.store(dictType).act('enable', row.id, {})),
      disable: async (context, row) =>
        changed(context, await context.store(dictType).act('disable', row.id, {})),
    },
    routes: [
      {
        method: 'POST',
        path: `${dictType.path}/actions/refresh`,
        tag: 'system:dict:refresh',
        module: dictType.label,
        business: '0',
        handle: async (context) => (await raise(context, services), null),
      },
    ],
    sheets: [itemSheet(dictItemBehaviour(services))],
  });
}

async function updateType(
  context: Context,
  id: string,
  change: Record<string, unknown>,
): Promise<TypeRow> {
  const [before] = await shownRows(context, [await context.store(dictType).get(id)]);
  const renames = change.dictType !== undefined && change.dictType !== before?.dictType;
  if (before && renames && (isDelivered(before) || Number(before.itemCount) > 0))
    throw refuse(systemRefusals['dict.typeFixed']);
  return context.store(dictType).update(id, change);
}

async function removeTypes(context: Context, ids: readonly string[]): Promise<void> {
  await judgeEach(context, dictType, ids, async (id) => {
    if (isDelivered(await context.store(dictType).get(id)))
      throw refuse(systemRefusals['dict.fixed']);
  });
  await context.store(dictType).remove(ids);
}

/** One default a type, also when two people name one each at the same moment: the later waits and takes it over. */
async function makeOnlyDefault(context: Context, { id, dictId }: ItemRow): Promise<void> {
  await sql`select 1 from system_dict_type where id = ${dictId} for no key update`.execute(
    context.sql,
  );
  await sql`update system_dict_item set is_default = false where dict_id = ${dictId} and id <> ${id} and is_default`.execute(
    context.sql,
  );
}

/** Values: those of fixed types and those in use keep their value; labels are free. */
export function dictItemBehaviour(services: Services): Behaviour {
  const changed = async (context: Context, row: ItemRow) => {
    if (row.isDefault) await makeOnlyDefault(context, row);
    await raise(context, services);
    return row;
  };
  return behaviour(dictItem, {
    create: async (context, draft) => {
      if (await isFixed(context, sentText(draft.dictId)))
        throw refuse(systemRefusals['dict.fixed']);
      return changed(context, await context.store(dictItem).create(draft));
    },
    update: async (context, id, change) => {
      const before = await context.store(dictItem).get(id);
      if (change.itemValue !== undefined && change.itemValue !== before.itemValue)
        await refuseFixedValue(context, before);
      return changed(context, await context.store(dictItem).update(id, change));
    },
    remove: async (context, ids) => {
      for (const id of ids) await refuseFixedValue(context, await context.store(dictItem).get(id));
      await context.store(dictItem).remove(ids);
      await raise(context, services);
    },
    actions: {
      enable: async (context, row) =>
        changed(context, await context.store(dictItem).act('enable', row.id, {})),
      disable: async (context, row) => {
        if (await isFixed(context, row.dictId)) throw refuse(systemRefusals['dict.fixed']);
        return changed(context, await context.store(dictItem).act('disable', row.id, {}));
      },
    },
  });
}

function raise(context: Context, services: Services): Promise<void> {
  return raiseVersion(context, services.announcements, 'dictionary');
}

const delivered = new Set(dictionaries.map(({ type }) => type));

function isDelivered(row: TypeRow): boolean {
  return delivered.has(row.dictType);
}

async function isFixed(context: Context, dictId: string): Promise<boolean> {
  if (!/^[1-9]\d{0,17}$/.test(dictId))
    throw refuseDraft([problem('dictId', dictItem.fields.dictId.label, refusals['ref.missing'])]);
  const { rows } = await sql<{
    system: boolean;
  }>`select system from system_dict_type where id = ${dictId}`.execute(context.sql);
  return rows[0]?.system ?? false;
}

async function refuseFixedValue(context: Context, row: ItemRow): Promise<void> {
  if (await isFixed(context, row.dictId)) throw refuse(systemRefusals['dict.fixed']);
  if (await isUsed(context, row)) throw refuse(systemRefusals['dict.valueUsed']);
}

/** Whether some row of some entity holds the value; one statement over all columns of the type. */
async function isUsed(context: Context, row: ItemRow): Promise<boolean> {
  const { rows: types } = await sql<{
    type: string;
  }>`select dict_type as type from system_dict_type where id = ${row.dictId}`.execute(context.sql);
  const uses = entities.flatMap((entity) =>
    Object.entries(entity.fields)
      .filter(
        ([, field]) =>
          (field as { dictionary?: string }).dictionary === types[0]?.type &&
          entity.scope !== 'log',
      )
      .map(
        ([name]) =>
          sql`exists (select from ${sql.table(entity.table)} where ${sql.ref(snake(name))} = ${row.itemValue})`,
      ),
  );
  if (uses.length === 0) return false;
  const { rows } = await sql<{
    used: boolean;
  }>`select ${sql.join(uses, sql` or `)} as used`.execute(context.sql);
  return rows[0]?.used ?? false;
}

/** With the number of their items, and the actions that may be done to each: the product's own types stay. */
async function shownRows(context: Context, rows: readonly TypeRow[]): Promise<TypeRow[]> {
  const { rows: counts } = await sql<{ id: string; count: string }>`
    select dict_id as id, count(*) as count from system_dict_item where dict_id = any(${rows.map(({ id }) => id)}::bigint[]) group by dict_id`.execute(
    context.sql,
  );
  const countOf = new Map(counts.map(({ id, count }) => [id, Number(count)]));
  return rows.map((row) => ({
    ...row,
    itemCount: countOf.get(row.id) ?? 0,
    actions: row.actions.filter((name) => name !== 'remove' || !isDelivered(row)),
  }));
}
