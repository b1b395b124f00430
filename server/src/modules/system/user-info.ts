import type { BoardDensity } from '@millwright/contract/system/run-model';
import { sql } from 'kysely';
import type { Session } from '../../kernel/context.ts';
import type { Trx } from '../../kernel/database/transaction.ts';
import { permissionsOfRoles } from '../../kernel/http/session-row.ts';
import { signAddress } from '../../kernel/files/sign.ts';
import type { Route } from '../../kernel/http/route.ts';
import type { Services } from '../../kernel/services.ts';
import type { TipBook } from '../notice/tip-book.ts';
import { countUnread } from './instruction-readers.ts';

/** What the person's own account tells to shell and home. */
export function userInfoRoutes(services: Services, tips: TipBook): Route[] {
  /** One's own account may lie outside the site that one works in, hence a transaction of the system. */
  const own = (
    method: 'GET' | 'POST',
    path: string,
    answer: (trx: Trx, session: Session) => Promise<unknown>,
  ): Route => ({
    method,
    path,
    tag: 'session',
    whenMustChange: true,
    transaction: 'none',
    passive: method === 'POST',
    handle: ({ session }) => services.asSystem((trx) => answer(trx, session), { readOnly: true }),
  });
  return [
    own('GET', '/api/user/auth/getInfo', (trx, session) => userInfo(trx, session, services)),
    own('GET', '/api/user/info/current', currentUser),
    own('POST', '/home/getPersonal', (trx, session) => personal(trx, session, tips)),
  ];
}

interface Person {
  id: string;
  username: string;
  realName: string;
  avatar: string | null;
  identity: string;
  role: string[];
  homeSite: string;
  associatedSites: string[];
  departId: string;
  departName: string;
  departNameEn: string | null;
  timeZone: string;
  mustChangePassword: boolean;
  lastLoginAt: string | null;
  lastLoginIp: string | null;
  lockAfterMinutes: number | null;
  soundOnAlarm: boolean;
  homePath: string | null;
  kanbanDensity: BoardDensity;
}

/** The account behind a session with the department that it works in. */
async function personOf(trx: Trx, session: Session): Promise<Person> {
  const { rows } = await sql<Person>`
    select u.id, u.username, u.real_name as "realName", u.avatar, u.user_identity as identity, u.role::text[] as role,
      u.home_site as "homeSite", u.associated_sites::text[] as "associatedSites", d.id as "departId", d.depart_name as "departName",
      d.depart_name_en as "departNameEn", d.time_zone as "timeZone", u.must_change_password as "mustChangePassword",
      u.last_login_at as "lastLoginAt", u.last_login_ip as "lastLoginIp", m.lock_after_minutes as "lockAfterMinutes",
      coalesce(m.sound_on_alarm, true) as "soundOnAlarm", m.home_path as "homePath",
      coalesce(m.kanban_density, 'default') as "kanbanDensity"
    from system_session s join "system_user" u on u.id = s.user_id join base_site d on d.id = s.site_id
      left join run_model m on m.user_id = u.id
    where s.id = ${session.sessionId}`.execute(trx);
  return rows[0] as Person;
}

async function userInfo(trx: Trx, session: Session, services: Services) {
  const person = await personOf(trx, session);
  const { roles, permissions } = await permissionsOfRoles(trx, person.role);
  const sites = session.identity === 1 ? null : [person.homeSite, ...person.associatedSites];
  return {
    id: person.id,
    userId: person.id,
    username: person.username,
    realName: person.realName,
    avatar: person.avatar ? signAddress(person.avatar) : null,
    userIdentity: Number(person.identity),
    affiliationDepartId: person.homeSite,
    useOrgCode: await orgCodes(trx, sites),
    sysDepart: {
      departId: person.departId,
      departName: person.departName,
      departNameEn: person.departNameEn,
      isSite: session.siteId !== null,
    },
    roles,
    permissions: [...permissions].sort(),
    sysConfig: {
      ...services.settings.published(session.siteId),
      ...ownSettings(person),
      permVersion: Number(services.versions.permission),
      timeZone: person.timeZone,
    },
    mustChangePassword: person.mustChangePassword,
  };
}

/** What one has set for one's own workstation stands before what the site has for everybody. */
function ownSettings({ lockAfterMinutes, soundOnAlarm, homePath, kanbanDensity }: Person) {
  const own = { soundOnAlarm, homePath, kanbanDensity };
  return lockAfterMinutes === null ? own : { ...own, lockAfterMinutes };
}

/** One entry per site: institution codes from the company down to the site, joined by colons. */
async function orgCodes(trx: Trx, sites: readonly string[] | null): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    with recursive up as (
      select id, parent_id, institution_code as path from base_site
      where depart_type = 'site' and status = '1' ${sites === null ? sql`` : sql`and id = any(${sites}::bigint[])`}
      union all select up.id, p.parent_id, p.institution_code || ':' || up.path from up join base_site p on p.id = up.parent_id
    ) select path from up where parent_id is null order by path`.execute(trx);
  return rows.map(({ path }) => path);
}

async function currentUser(trx: Trx, session: Session) {
  const { rows } = await sql<{ departName: string }>`
    select d.depart_name as "departName" from system_session s join base_site d on d.id = s.site_id
    where s.id = ${session.sessionId}`.execute(trx);
  return { realName: session.realName, departName: rows[0]?.departName ?? '' };
}

/** For Home. Tasks and pieces to inspect come with the areas that hold them; until then none are counted. */
async function personal(trx: Trx, session: Session, tips: TipBook) {
  const [person, own, toConfirm] = await Promise.all([
    personOf(trx, session),
    tips.tipsFor(session, 'own'),
    countUnread(trx, session),
  ]);
  return {
    realName: person.realName,
    avatar: person.avatar ? signAddress(person.avatar) : null,
    departName: person.departName,
    greeting: greetingOf(session),
    todo: { notifications: own.list.length, myTasks: 0, toConfirm, toInspect: 0 },
    lastLogin: person.lastLoginAt ? { time: person.lastLoginAt, ip: person.lastLoginIp } : null,
  };
}

/** By the clock of the site. */
function greetingOf(session: Session): string {
  const hour = Number(
    new Date().toLocaleString('en-GB', {
      timeZone: session.timeZone,
      hour: '2-digit',
      hour12: false,
    }),
  );
  const part = hour < 6 ? 3 : hour < 12 ? 0 : hour < 18 ? 1 : 2;
  const words =
    session.locale === 'en_US'
      ? ['Good morning', 'Good afternoon', 'Good evening', 'Good night']
      : ['早上好', '下午好', '晚上好', '夜深了'];
  return words[part] ?? '';
}
