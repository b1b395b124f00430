import { loginInfo, logModules } from '@millwright/contract/log/log-words';
import { refusals } from '@millwright/contract/kernel/errors';
import { localeOf } from '@millwright/contract/kernel/text';
import type { Locale } from '@millwright/contract/kernel/text';
import { signInRefusals } from '@millwright/contract/system/refusals';
import { allows } from '@millwright/contract/kernel/permission';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import type { Trx } from '../../kernel/database/transaction.ts';
import { announceIn } from '../../kernel/announce.ts';
import { clientOf } from '../../kernel/http/client.ts';
import { rateLimit, type RateLimit } from '../../kernel/http/rate-limit.ts';
import { insertLogRows } from '../../kernel/log/write.ts';
import type { CallInput, Route } from '../../kernel/http/route.ts';
import { loginRow } from '../../kernel/login-log.ts';
import { refuse } from '../../kernel/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import { sentText } from '../../kernel/http/sent.ts';

/** Sign-out, the site list before and after sign-in, and the site switch. */
export function sessionCallRoutes(services: Services): Route[] {
  const perAddress = rateLimit(10, 20);
  return [
    {
      method: 'DELETE',
      path: '/api/user/auth/signout',
      tag: 'public',
      handle: (_context, call) => signOut(services, call),
    },
    {
      method: 'GET',
      path: '/api/user/auth/you/can/switch/site',
      tag: 'public',
      handle: (_context, call) => sites(services, perAddress, call),
    },
    {
      method: 'PUT',
      path: '/api/user/auth/switch/site',
      tag: 'session',
      business: '9',
      module: logModules.siteSwitch,
      handle: (context, call) => switchSite(context, services, call),
    },
  ];
}

/** The three values, of the body or else of the headers, must belong together; an ended session answers 0 as well. */
async function signOut(services: Services, { request, body }: CallInput): Promise<null> {
  const sent = (body ?? {}) as Record<string, unknown>;
  const headers = { ...request.headers };
  for (const [name, header] of [
    ['token', 'jwt_token'],
    ['sub', 'sub'],
    ['code', 'code'],
  ] as const) {
    if (typeof sent[name] === 'string') headers[header] = sent[name];
  }
  const session = await services.sessions.find(headers);
  if (!session) throw refuse(refusals['session.missing']);
  if (!session.isLive) return null;
  const client = clientOf(request.ip, request.headers);
  await services.asSystem(async (trx) => {
    await sql`update system_session set live = false, ended_at = now(), end_reason = 'signOut' where id = ${session.id}`.execute(
      trx,
    );
    const { username, departId: siteId, departName } = session;
    await insertLogRows(trx, 'log_login', [
      loginRow({
        event: '2',
        ok: true,
        username,
        siteId,
        departName,
        info: loginInfo.signedOut,
        client,
      }),
    ]);
    await announceIn(trx, 'session', `session:${session.id}`);
  });
  services.announcements.tellHere('session', `session:${session.id}`);
  return null;
}

/** `isAll=true`: enabled sites for the sign-in page. `isAll=false`: those that the top bar offers. */
async function sites(services: Services, perAddress: RateLimit, { request, query }: CallInput) {
  if (query.isAll !== 'true' && query.isAll !== 'false')
    throw refuse(refusals['call.invalid'], { detail: 'isAll' });
  const locale = localeOf(request.headers['accept-language']);
  if (query.isAll === 'true') {
    if (perAddress.take(request.ip) > 0) throw refuse(refusals['call.tooMany']);
    if (services.settings.text('login.siteSelector') === 'off') return [];
    return services.asSystem((trx) => enabledSites(trx, false, locale), { readOnly: true });
  }
  const session = await services.sessions.of(request.headers, false);
  if (session.isLocked) throw refuse(refusals['session.locked']);
  if (session.mustChangePassword) throw refuse(signInRefusals['signIn.mustChange']);
  if (session.identity !== 1 || !allows(session.permissions, 'system:depart:show'))
    throw refuse(refusals['permission.missing']);
  return services.asSystem((trx) => enabledSites(trx, true, locale), { readOnly: true });
}

/** Names in the reader's language, since the answer has one name per site. */
async function enabledSites(trx: Trx, withCompany: boolean, locale: Locale) {
  const { rows } = await sql<{ id: string; departName: string }>`
    select id, case when ${locale === 'en_US'} then coalesce(nullif(depart_name_en, ''), depart_name)
      else depart_name end as "departName" from base_site
    where status = '1' and (depart_type = 'site' or (${withCompany} and depart_type = 'company'))
    order by depart_type = 'company' desc, order_num, id`.execute(trx);
  return rows;
}

async function switchSite(context: Context, services: Services, { body, reply }: CallInput) {
  const { session } = context;
  if (session.identity !== 1) throw refuse(refusals['permission.missing']);
  const id = sentText((body as Record<string, unknown> | null)?.id);
  if (!/^[1-9]\d{0,17}$/.test(id)) throw refuse(refusals['call.invalid'], { detail: 'id' });
  const { rows } = await sql<{ id: string; departName: string; departType: string }>`
    select id, depart_name as "departName", depart_type as "departType" from base_site
    where id = ${id} and status = '1' and depart_type in ('site', 'company')`.execute(context.sql);
  const [site] = rows;
  if (!site) throw refuse(refusals['row.missing']);
  const siteId = site.departType === 'site' ? site.id : null;
  await sql`update system_session set site_id = ${site.id}, current_site_id = ${siteId} where id = ${session.sessionId}`.execute(
    context.sql,
  );
  await announceIn(context.sql, 'session', `session:${session.sessionId}`);
  context.afterCommit(() =>
    services.announcements.tellHere('session', `session:${session.sessionId}`),
  );
  reply.header('x-site-id', site.id);
  return { id: site.id, departName: site.departName };
}
