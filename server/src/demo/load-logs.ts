import { loginInfo } from '@millwright/contract/log/log-words';
import { loginLog } from '@millwright/contract/log/login';
import { operateLog } from '@millwright/contract/log/operate';
import { sql } from 'kysely';
import { company as companyData, type SiteCode, sites } from './company-data.ts';
import { addDays, type DemoCalendar, instantOf } from './calendar.ts';
import type { DemoCompany } from './load-company.ts';
import { type DemoCall, nightCallsOf, callsOf } from './log-calls.ts';
import { idsByPlace, idsFor, type RowIds } from './log-ids.ts';
import { type Person, people } from './people-data.ts';
import { type Random, randomOf } from './random.ts';
import type { DemoWriter } from './writer.ts';

/** Days of logs, and rows of each. */
const DAYS = 60;
const OPERATE_ROWS = 20_000;
const LOGIN_ROWS = 6_000;

/** An instant of somebody at work. */
interface Moment {
  readonly at: string;
  readonly person: Person;
}

/** Sixty days of the operate log and the login log in the rhythm of the shifts, and everybody's last sign-in. */
export async function loadLogs(
  writer: DemoWriter,
  calendar: DemoCalendar,
  company: DemoCompany,
): Promise<void> {
  await sql`select ensure_log_partition(l.name, moment) from log_table l, generate_series(
    ${calendar.now}::timestamptz - ${DAYS + 2}::int * interval '1 day', ${calendar.now}::timestamptz, interval '1 day') moment`.execute(
    writer.context.sql,
  );
  const seen = workDays(calendar);
  await writer.append(loginLog, loginRows(calendar, company, seen));
  const ids = await idsByPlace(writer);
  await writer.append(operateLog, operateRows(calendar, company, seen, ids));
  await rememberSignIns(writer);
}

/** Who came to work when: office people on weekdays from eight, shop-floor people in shifts, nobody always. */
function workDays(calendar: DemoCalendar): Moment[] {
  const random = randomOf(2_025_1106);
  const moments: Moment[] = [];
  for (let back = DAYS; back >= 0; back -= 1) {
    const day = addDays(calendar.today, -back);
    const isWeekend = [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
    for (const person of people) {
      const works = SHIFT_ROLES.has(person.role)
        ? 0.72
        : RARE_ROLES.has(person.role)
          ? 0.2
          : isWeekend
            ? 0.06
            : 0.93;
      if (!random.chance(works)) continue;
      const at = startOf(person, day, random);
      if (at < calendar.now.toISOString()) moments.push({ at, person });
    }
  }
  return moments;
}

const SHIFT_ROLES = new Set([
  'operator',
  'team_leader',
  'night_shift_leader',
  'inspector',
  'outsourced_inspector',
]);
const RARE_ROLES = new Set(['auditor', 'customer_viewer', 'project_reader', 'company_manager']);

/** Minutes before the shift for those in shifts, in alternating weeks by night; offices begin over an hour. */
function startOf(person: Person, day: string, random: Random): string {
  const zoneHours = person.site === 'TH03' ? 1 : 0;
  const isNight =
    person.role === 'night_shift_leader' ||
    (SHIFT_ROLES.has(person.role) && isNightWeek(person, day));
  const hour = isNight ? 19 : 7;
  const minute = SHIFT_ROLES.has(person.role) ? random.integer(35, 59) : random.integer(40, 100);
  const begin =
    Date.parse(instantOf(day, '00:00')) + (hour + zoneHours) * 3_600_000 + minute * 60_000;
  return new Date(begin + random.integer(0, 59_999)).toISOString();
}

function isNightWeek(person: Person, day: string): boolean {
  const week = Math.floor(Date.parse(`${day}T00:00:00Z`) / (7 * 86_400_000));
  return (week + person.account.charCodeAt(person.account.length - 1)) % 2 === 0;
}

/** Each day somebody comes: wrong passwords now and then, a second sign-in after the meal, the end of the day. */
function loginRows(calendar: DemoCalendar, company: DemoCompany, seen: readonly Moment[]) {
  const random = randomOf(4);
  const now = calendar.now.toISOString();
  const rows = seen.flatMap(({ at, person }) => {
    const row = (minutes: number, event: string, ok: boolean, info: string) =>
      loginRow(company, { at: later(at, minutes), person }, event, ok, info);
    const own = [row(0, '1', true, loginInfo.signedIn.zh)];
    if (random.chance(0.07)) own.push(row(-0.4, '1', false, loginInfo.wrongPassword.zh));
    if (random.chance(0.55))
      own.push(row(random.integer(230, 300), '1', true, loginInfo.signedIn.zh));
    if (random.chance(0.04)) own.push(row(random.integer(60, 200), '5', false, '解锁失败第1次'));
    const end = random.integer(470, 720);
    own.push(
      random.chance(0.7)
        ? row(end, '2', true, loginInfo.signedOut.zh)
        : row(end, '3', true, loginInfo.expired.zh),
    );
    return own;
  });
  return latest(
    rows.filter(({ values }) => values.at < now),
    LOGIN_ROWS,
  );
}

function loginRow(
  company: DemoCompany,
  { at, person }: Moment,
  event: string,
  ok: boolean,
  info: string,
) {
  const { host, browser, os, location } = placeOf(person);
  const values = {
    at,
    username: person.username,
    event,
    status: ok ? '0' : '1',
    responseInfo: info,
    host,
    location,
    browser,
    os,
    clientKind: 'web',
    departName: departOf(person),
  };
  return { siteId: siteIdOf(company, person), values };
}

function operateRows(
  calendar: DemoCalendar,
  company: DemoCompany,
  seen: readonly Moment[],
  ids: RowIds,
) {
  const random = randomOf(7);
  const now = calendar.now.toISOString();
  const busy = seen.filter(({ person }) => callsOf(person.role).length > 0);
  const each = Math.ceil((OPERATE_ROWS * 1.12) / busy.length);
  const rows = busy.flatMap((moment) =>
    Array.from({ length: random.integer(each - 4, each + 4) }, () => {
      const at = later(moment.at, workMinute(random));
      const isNight = Number(at.slice(11, 13)) >= 12;
      const call = random.weighted(
        (isNight ? nightCallsOf : callsOf)(moment.person.role).map(
          (one) => [one, one.often] as const,
        ),
      );
      const id = random.pick(idsFor(ids, call, siteIdOf(company, moment.person)));
      return operateRow(company, { at, person: moment.person }, { ...call, id }, random);
    }),
  );
  return latest(
    rows.filter(({ values }) => values.at < now),
    OPERATE_ROWS,
  );
}

/** A minute of a working day: most after the start and after the meal, none in the middle of the break. */
function workMinute(random: Random): number {
  const part = random.weighted([
    [[5, 110], 4],
    [[110, 235], 3],
    [[285, 420], 3],
    [[420, 560], 2],
  ] as const);
  return random.integer(part[0], part[1]) + random.next();
}

function operateRow(
  company: DemoCompany,
  { at, person }: Moment,
  call: DemoCall & { readonly id: string },
  random: Random,
) {
  const { host, location } = placeOf(person);
  const [failed, refusal] = random.chance(call.refused) ? [true, call.refusal] : [false, null];
  const { id } = call;
  const values = {
    at,
    module: call.module,
    businessType: call.business,
    status: failed ? '1' : '0',
    requestMethod: call.method,
    url: call.url.replace(':id', id),
    costTime: costOf(call, random),
    operator: `${person.realName} ${person.username}`,
    departName: departOf(person),
    host,
    location,
    requestId: requestId(random),
    entity: failed ? null : call.entity,
    entityId: failed || call.entity === null || !call.url.includes(':id') ? null : id,
    param: call.param,
    result: failed ? null : '{"code":0}',
    errorMsg: refusal,
  };
  return { siteId: siteIdOf(company, person), values };
}

function costOf(call: DemoCall, random: Random): number {
  const base = call.business === '5' ? 180 : call.business === '6' ? 420 : 9;
  return Math.round(
    base * (0.6 + random.next() * 1.4) + (random.chance(0.01) ? random.integer(300, 1_800) : 0),
  );
}

function requestId(random: Random): string {
  return Array.from({ length: 4 }, () =>
    Math.floor(random.next() * 4_294_967_296)
      .toString(16)
      .padStart(8, '0'),
  ).join('');
}

/** The newest rows of a list in the order of time. */
function latest<T extends { values: { at: string } }>(rows: readonly T[], count: number): T[] {
  return rows.toSorted((one, other) => (one.values.at < other.values.at ? -1 : 1)).slice(-count);
}

function later(at: string, minutes: number): string {
  return new Date(Date.parse(at) + Math.round(minutes * 60_000)).toISOString();
}

/** Where somebody sits: an address of the plant, or one outside for partners and customers. */
function placeOf(person: Person): { host: string; browser: string; os: string; location: string } {
  const number = people.indexOf(person);
  const isOutside = RARE_ROLES.has(person.role) && person.site !== 'ZC';
  const net = { ZC: 10, NB01: 20, CS02: 30, TH03: 40 }[person.site];
  return {
    host: isOutside ? `203.0.113.${20 + number}` : `10.${net}.1.${20 + number}`,
    location: isOutside ? 'internet' : 'intranet',
    browser: number % 5 === 0 ? 'Edge 142' : 'Chrome 142',
    os: number % 9 === 0 ? 'Android 14' : 'Windows 11',
  };
}

function departOf(person: Person): string {
  return sites.find(({ code }) => code === person.site)?.name ?? companyData.name;
}

function siteIdOf(company: DemoCompany, person: Person): string {
  return person.site === 'ZC' ? company.companyId : company.siteIds[person.site satisfies SiteCode];
}

/** The last sign-in of a person is the newest row of the login log. */
async function rememberSignIns(writer: DemoWriter): Promise<void> {
  await sql`update "system_user" u set last_login_at = l.at, last_login_ip = l.host
    from (
      select distinct on (username) username, at, host from log_login
      where event = '1' and status = '0' order by username, at desc
    ) l where l.username = u.username`.execute(writer.context.sql);
}
