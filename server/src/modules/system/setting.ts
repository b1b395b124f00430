import { problem } from '@millwright/contract/kernel/check';
import { refusals } from '@millwright/contract/kernel/errors';
import { type Setting, settingProblem, settings } from '@millwright/contract/settings';
import { systemRefusals } from '@millwright/contract/system/refusals';
import { setting } from '@millwright/contract/system/setting';
import { sql } from 'kysely';
import { announce } from '../../kernel/announce.ts';
import { type Behaviour, behaviour } from '../../kernel/behaviour.ts';
import type { Answer, Context } from '../../kernel/context.ts';
import type { CallInput } from '../../kernel/http/route.ts';
import { refuse, refuseDraft } from '../../kernel/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import { localTime } from '../../kernel/store/write.ts';
import { sentText } from '../../kernel/http/sent.ts';

type SettingAnswer = Answer<typeof setting>;

/** Parameters: a fixed set of keys whose values act without a restart. */
export function settingBehaviour(services: Services): Behaviour {
  return behaviour(setting, {
    list: async (context, query) => {
      const answer = await context.store(setting).list(query);
      return { ...answer, list: answer.list.map(withValue) };
    },
    get: async (context, id) => withValue(await context.store(setting).get(id)),
    routes: [
      {
        method: 'PUT',
        path: `${setting.path}/:key`,
        tag: 'system:setting:edit',
        module: setting.label,
        business: '2',
        handle: (context, call) => write(context, services, call),
      },
      {
        method: 'GET',
        path: `${setting.path}/:key/history`,
        tag: 'system:setting:list',
        handle: history,
      },
    ],
  });
}

/** The value in force, with what the form needs to judge another one. */
function withValue(row: SettingAnswer): SettingAnswer {
  const known = settings.find(({ key }) => key === row.key);
  const { min, max, unit, options, proposal, help, siteAble } = known ?? {};
  return {
    ...row,
    value: row.value ?? row.defaultValue,
    isDefault: row.value === null,
    limits: { min, max, unit, options, proposal, help, siteAble },
  } as SettingAnswer;
}

async function write(context: Context, services: Services, { params, body }: CallInput) {
  const known = settings.find(({ key, ready }) => key === params.key && ready);
  if (!known) throw refuse(refusals['row.missing']);
  const { value, siteId, revision } = (body ?? {}) as Record<string, unknown>;
  const site = await siteOf(context, known, siteId);
  const text =
    value === null || value === undefined
      ? null
      : sentText(typeof value === 'boolean' ? `${value}` : value).trim();
  const reason = text === null ? null : settingProblem(known, text);
  if (reason)
    throw refuseDraft([
      problem('value', setting.fields.value.label, systemRefusals['setting.value'], { reason }),
    ]);
  const before = await lockValue(context, known.key, site);
  if (revision !== undefined && before && revision !== before.revision) {
    const time = localTime(before.updateTime, context.session.timeZone);
    throw refuse(refusals['row.stale'], { name: before.updater, time }, { current: before });
  }
  const id = await keep(context, known, site, text, before?.id ?? null);
  const { label } = setting.fields.value;
  context.record({
    entity: setting.name,
    entityId: known.key,
    siteId: site,
    operation: 'update',
    title: known.name.zh,
    changes: [{ field: 'value', label, before: before?.value ?? null, after: text }],
  });
  context.afterCommit(() => services.settings.reload());
  await announce(context, services.announcements, 'setting', known.key);
  return id === null ? null : withValue(await context.store(setting).get(id));
}

/** The site of an override: only where the key allows one, and a site person only for the own site. */
async function siteOf(context: Context, known: Setting, sent: unknown): Promise<string | null> {
  const { session } = context;
  const asked = typeof sent === 'string' && /^[1-9]\d{0,17}$/.test(sent) ? sent : null;
  if (session.identity === 1 && asked === null) return null;
  if (!known.siteAble)
    throw session.identity === 1
      ? refuseDraft([
          problem('siteId', setting.fields.siteId.label, systemRefusals['setting.siteFixed']),
        ])
      : refuse(refusals['grant.ceiling']);
  const site = session.identity === 1 ? asked : session.siteId;
  const { rows } =
    await sql`select from base_site where id = ${site} and depart_type = 'site'`.execute(
      context.sql,
    );
  if (rows.length > 0) return site;
  throw refuseDraft([problem('siteId', setting.fields.siteId.label, refusals['ref.missing'])]);
}

interface Held {
  id: string;
  value: string | null;
  revision: number;
  updateTime: string;
  updater: string;
}

async function lockValue(
  context: Context,
  key: string,
  siteId: string | null,
): Promise<Held | null> {
  const { rows } = await sql<Held>`select id, value, revision, update_time as "updateTime",
      coalesce(user_name(update_by), '') as updater from system_setting
    where key = ${key} and site_id is not distinct from ${siteId}::bigint for update`.execute(
    context.sql,
  );
  return rows[0] ?? null;
}

/** An override without a value goes; the company's own row stays with none, which means the default. */
async function keep(
  context: Context,
  known: Setting,
  siteId: string | null,
  value: string | null,
  id: string | null,
): Promise<string | null> {
  if (id !== null && siteId !== null && value === null) {
    await sql`delete from system_setting where id = ${id}`.execute(context.sql);
    return null;
  }
  if (id !== null) {
    await sql`update system_setting set value = ${value}, revision = revision + 1, update_time = now(), update_by = ${context.session.userId} where id = ${id}`.execute(
      context.sql,
    );
    return id;
  }
  const { rows } = await sql<{ id: string }>`
    insert into system_setting (site_id, key, name, name_en, "group", value_type, value, default_value, is_public, create_by, update_by)
    values (${siteId}, ${known.key}, ${known.name.zh}, ${known.name.en}, ${known.group}, ${known.valueType}, ${value}, ${known.defaultValue},
      ${known.publicAs !== null}, ${context.session.userId}, ${context.session.userId}) returning id`.execute(
    context.sql,
  );
  return rows[0]?.id ?? null;
}

async function history(context: Context, { params }: CallInput) {
  const { rows } = await sql`
    select id, at, operator, changes->>'operation' as operation, changes->>'reason' as reason, changes->'fields' as changes
    from log_operate where entity = ${setting.name} and entity_id = ${params.key ?? ''} and changes is not null
    order by at desc, id desc limit 200`.execute(context.sql);
  return { list: rows };
}
