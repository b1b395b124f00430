import { problem } from '@millwright/contract/kernel/check';
import { site } from '@millwright/contract/base/site';
import { callsOf } from '@millwright/contract/kernel/calls';
import { refusals } from '@millwright/contract/kernel/errors';
import { entities } from '@millwright/contract/registry';
import { systemRefusals } from '@millwright/contract/system/refusals';
import { sql } from 'kysely';
import { announce } from '../../kernel/announce.ts';
import { type Behaviour, behaviour } from '../../kernel/behaviour.ts';
import { BUSINESS } from '../../kernel/business.ts';
import type { Answer, Context } from '../../kernel/context.ts';
import { holdAlone } from '../../kernel/database/transaction.ts';
import { listQueryOf } from '../../kernel/list-query.ts';
import type { CallInput, Route } from '../../kernel/http/route.ts';
import { refuse, refuseDraft } from '../../kernel/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import { endSessionsOf } from '../system/end-sessions.ts';
import { refuseCycle } from '../system/tree.ts';
import { keptDayStarts, refuseMovedDays } from './day-start.ts';
import { siteCounts, withSiteCounts } from './site-counts.ts';
import { sentText } from '../../kernel/http/sent.ts';

type SiteRow = Answer<typeof site>;
type Draft = Record<string, unknown>;

/** Company, sites and departments. Company-wide people shape the tree, a site's people the departments of their site. */
export function siteBehaviour(services: Services): Behaviour {
  const changed = async (context: Context, row: SiteRow) => (
    await announce(context, services.announcements, 'site', row.id),
    row
  );
  return behaviour(site, {
    list: async (context, query) => {
      const answer = await context.store(site).list(query);
      return { ...answer, list: await withSiteCounts(context, answer.list) };
    },
    create: async (context, draft) => {
      await checkDraft(context, draft);
      return changed(context, await context.store(site).create(draft));
    },
    update: async (context, id, change) => {
      const before = await context.store(site).get(id);
      await refuseCycle(context, site, id, change.parentId);
      await checkDraft(context, { ...before, ...change }, before);
      const renames =
        change.institutionCode !== undefined && change.institutionCode !== before.institutionCode;
      if (renames && (await hasRows(context, id))) throw refuse(systemRefusals['site.codeFixed']);
      await refuseMovedDays(context, before, change);
      const kept = keptDayStarts(before, change);
      return changed(context, await context.store(site).update(id, change, kept));
    },
    remove: async (context, ids) => {
      for (const id of ids) {
        const row = await context.store(site).get(id);
        await checkDraft(context, row as unknown as Draft, row);
      }
      await context.store(site).remove(ids);
      await announce(context, services.announcements, 'site', '');
    },
    actions: {
      enable: (context, row) => setStatus(context, services, row, '1'),
      disable: (context, row) => setStatus(context, services, row, '0'),
    },
    routes: siteRoutes(services),
  });
}

function siteRoutes(services: Services): Route[] {
  return [
    // The list and the single row need the tag that the specification names, not the page's own.
    {
      method: 'GET',
      path: '/api/user/depart',
      tag: 'system:depart:show',
      handle: async (context, { query }) => {
        const answer = await context.store(site).list(listQueryOf(site, query));
        return { ...answer, list: await withSiteCounts(context, answer.list) };
      },
    },
    {
      method: 'GET',
      path: '/api/user/depart/:id',
      tag: 'system:depart:show',
      handle: (context, { params }) => context.store(site).get(params.id ?? ''),
    },
    {
      method: 'GET',
      path: callsOf(site).figures.path,
      tag: 'system:depart:show',
      handle: (context, { query }) => context.store(site).figures(listQueryOf(site, query).params),
    },
    { method: 'GET', path: '/api/user/depart/msg', tag: 'system:depart:show', handle: message },
    {
      method: 'PUT',
      path: '/api/user/disable/enabled/depart',
      tag: 'base:site:enable',
      module: site.label,
      business: BUSINESS.edit,
      handle: (context, call) => switchStatus(context, services, call),
    },
  ];
}

async function message(context: Context, { query }: CallInput) {
  const depart = await context.store(site).get(sentText(query.departId));
  const { rows } =
    await sql`select id, depart_name as "departName", depart_type as "departType", status from base_site
    where parent_id = ${depart.id} order by order_num, id`.execute(context.sql);
  return { depart, ...(await siteCounts(context, depart.id)), children: rows };
}

async function switchStatus(context: Context, services: Services, { body }: CallInput) {
  const { departId, status } = (body ?? {}) as Record<string, unknown>;
  if (String(status) !== '0' && String(status) !== '1')
    throw refuse(refusals['call.invalid'], { detail: 'status' });
  return setStatus(
    context,
    services,
    await context.store(site).get(sentText(departId)),
    String(status) as '0' | '1',
  );
}

/** Disabling a site ends the sessions on it; one enabled site must remain. */
async function setStatus(
  context: Context,
  services: Services,
  row: SiteRow,
  status: '0' | '1',
): Promise<SiteRow> {
  await checkDraft(context, row as unknown as Draft, row);
  if (row.status === status) return row;
  if (status === '0' && row.departType !== 'department') {
    await holdAlone(context.sql, 'enabled sites');
    const { rows } =
      await sql`select 1 from base_site where depart_type = 'site' and status = '1' and id <> ${row.id}`.execute(
        context.sql,
      );
    if (rows.length === 0 || row.departType === 'company')
      throw refuse(systemRefusals['site.disable.last']);
    await endSessionsOf(context, services, sql`s.site_id = ${row.id}`, 'site');
  }
  await announce(context, services.announcements, 'site', row.id);
  return context.store(site).act(status === '1' ? 'enable' : 'disable', row.id, {});
}

async function checkDraft(context: Context, draft: Draft, before?: SiteRow): Promise<void> {
  const { session } = context;
  const parentId =
    typeof draft.parentId === 'string' && /^[1-9]\d{0,17}$/.test(draft.parentId)
      ? draft.parentId
      : null;
  const { rows } = await sql<{
    departType: string;
  }>`select depart_type as "departType" from base_site where id = ${parentId}`.execute(context.sql);
  if (draft.departType === 'site' && rows[0]?.departType !== 'company')
    throw refuseDraft([
      problem('parentId', site.fields.parentId.label, systemRefusals['site.parent']),
    ]);
  if (draft.departType === 'company' && before?.departType !== 'company')
    throw refuseDraft([
      problem('departType', site.fields.departType.label, refusals['field.choice'], {
        value: 'company',
      }),
    ]);
  if (typeof draft.timeZone === 'string' && !isZone(draft.timeZone))
    throw refuseDraft([problem('timeZone', site.fields.timeZone.label, refusals['field.type'])]);
  if (session.identity === 1) return;
  const isOwn =
    draft.departType === 'department' &&
    parentId !== null &&
    (await liesIn(context, parentId, session.siteId));
  if (!isOwn) throw refuse(refusals['grant.ceiling']);
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

async function liesIn(context: Context, id: string, siteId: string | null): Promise<boolean> {
  const { rows } = await sql`
    with recursive up as (select id, parent_id from base_site where id = ${id} union select p.id, p.parent_id from up join base_site p on p.id = up.parent_id)
    select 1 from up where id = ${siteId}`.execute(context.sql);
  return rows.length > 0;
}

/** Whether anything stands on the site already. */
async function hasRows(context: Context, id: string): Promise<boolean> {
  const tables = entities.filter(({ scope, name }) => scope !== 'log' && name !== 'base/site');
  const parts = tables.map(
    ({ table }) => sql`exists (select from ${sql.table(table)} where site_id = ${id})`,
  );
  const { rows } = await sql<{
    used: boolean;
  }>`select ${sql.join(parts, sql` or `)} as used`.execute(context.sql);
  return rows[0]?.used ?? false;
}
