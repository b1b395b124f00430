import { site } from '@millwright/contract/base/site';
import { roles as builtInRoles } from '@millwright/contract/roles';
import { demoRoles } from '@millwright/contract/roles/demo';
import { dictItem } from '@millwright/contract/system/dict-item';
import { role } from '@millwright/contract/system/role';
import { setting } from '@millwright/contract/system/setting';
import { user } from '@millwright/contract/system/user';
import { sql } from 'kysely';
import { menuIds } from '../kernel/install/menu.ts';
import { ticksOf } from '../kernel/install/roles.ts';
import { addDays, type DemoCalendar, instantOf } from './calendar.ts';
import {
  equipmentCentre,
  functionalDepartments,
  partners,
  type SiteCode,
  sites,
} from './company-data.ts';
import { type Person, people } from './people-data.ts';
import { randomOf } from './random.ts';
import type { DemoWriter } from './writer.ts';

/** Ids that the other areas refer to. */
export interface DemoCompany {
  readonly companyId: string;
  readonly siteIds: Readonly<Record<SiteCode, string>>;
  /** By username, `admin` included. */
  readonly userIds: ReadonlyMap<string, string>;
}

/** Sites, departments, customers, suppliers, two roles of sites, people, and the code that sees the bell. */
export async function loadCompany(
  writer: DemoWriter,
  calendar: DemoCalendar,
): Promise<DemoCompany> {
  const companyId = await oneId(writer, "select id from base_site where depart_type = 'company'");
  const [nb = '', cs = '', th = ''] = await writer.write(
    site,
    sites.map((place, index) => ({ siteId: null, draft: siteDraft(place, companyId, index) })),
  );
  const siteIds = { NB01: nb, CS02: cs, TH03: th };
  const departmentIds = await loadDepartments(writer, nb);
  await loadPartners(writer);
  await loadRoles(writer, siteIds);
  const userIds = await loadPeople(writer, calendar, { companyId, siteIds, departmentIds });
  await showBell(writer);
  return { companyId, siteIds, userIds };
}

function siteDraft(place: (typeof sites)[number], companyId: string, index: number) {
  const { code, name, nameEn, prefix, timeZone, leader, phone, address } = place;
  return {
    parentId: companyId,
    departName: name,
    departNameEn: nameEn,
    departType: 'site',
    institutionCode: code,
    shortCode: prefix,
    dayStart: '08:00',
    timeZone,
    leader,
    phone,
    address,
    orderNum: (index + 1) * 10,
  };
}

/** The Equipment Centre and its five departments below Ningbo, by their value of `project_dept`; `0` is the centre. */
async function loadDepartments(writer: DemoWriter, parentId: string): Promise<Map<string, string>> {
  const common = { departType: 'department', timeZone: 'Asia/Shanghai' } as const;
  const { code, name, nameEn, leader } = equipmentCentre;
  const [centre = ''] = await writer.write(site, [
    {
      siteId: null,
      draft: {
        ...common,
        parentId,
        departName: name,
        departNameEn: nameEn,
        institutionCode: code,
        leader,
        orderNum: 40,
      },
    },
  ]);
  const ids = await writer.write(
    site,
    functionalDepartments.map((department, index) => ({
      siteId: null,
      draft: {
        ...common,
        parentId: centre,
        departName: department.name,
        departNameEn: department.nameEn,
        institutionCode: department.code,
        dept: department.dept,
        leader: department.leader,
        orderNum: (index + 1) * 10,
      },
    })),
  );
  return new Map([
    ['0', centre],
    ...functionalDepartments.map(({ dept }, index): [string, string] => [dept, ids[index] ?? '']),
  ]);
}

async function loadPartners(writer: DemoWriter): Promise<void> {
  for (const [type, items] of Object.entries(partners)) {
    const dictId = await oneId(
      writer,
      `select id from system_dict_type where dict_type = '${type}'`,
    );
    await writer.write(
      dictItem,
      items.map(([itemValue, itemText, itemTextEn], index) => ({
        siteId: null,
        draft: { dictId, itemValue, itemText, itemTextEn, orderNum: (index + 1) * 10 },
      })),
    );
  }
}

async function loadRoles(
  writer: DemoWriter,
  siteIds: Readonly<Record<string, string>>,
): Promise<void> {
  const menu = await menuIds(writer.context.sql);
  await writer.write(
    role,
    demoRoles.map((made, index) => {
      const siteId = siteIds[made.site ?? ''] ?? null;
      return {
        siteId,
        draft: {
          roleName: made.roleName.zh,
          roleNameEn: made.roleName.en,
          roleKey: made.roleKey,
          siteId,
          dataScope: made.dataScope,
          roleSort: 300 + index * 10,
          menuIds: ticksOf(made, menu),
          remark: made.description.zh,
        },
      };
    }),
  );
}

interface Places {
  readonly companyId: string;
  readonly siteIds: Readonly<Record<SiteCode, string>>;
  readonly departmentIds: ReadonlyMap<string, string>;
}

async function loadPeople(
  writer: DemoWriter,
  calendar: DemoCalendar,
  places: Places,
): Promise<Map<string, string>> {
  const trx = writer.context.sql;
  const known = await sql<{
    id: string;
    key: string;
  }>`select id, role_key as key from system_role`.execute(trx);
  const roleIds = new Map(known.rows.map(({ id, key }) => [key, id]));
  const random = randomOf(65);
  const rows = people.map((person) => {
    const homeSite = person.site === 'ZC' ? places.companyId : places.siteIds[person.site];
    const made = addDays(calendar.today, -random.integer(70, 900));
    const phone =
      person.site === 'TH03'
        ? null
        : `1${random.pick(['35', '38', '57', '86'])}${String(random.integer(10_000_000, 99_999_999))}`;
    const draft = {
      ...personDraft(person, homeSite, places),
      role: [roleIds.get(person.role) ?? '0'],
      phone,
    };
    return {
      siteId: homeSite,
      draft,
      owned: { createTime: instantOf(made, '09:30'), updateTime: instantOf(made, '09:30') },
    };
  });
  const ids = await writer.write(user, rows);
  await sql`insert into user_credential (user_id, password_hash)
    select unnest(${ids}::bigint[]), c.password_hash from user_credential c
    join "system_user" u on u.id = c.user_id where u.username = 'admin'`.execute(trx);
  const admin = await oneId(writer, 'select id from "system_user" where username = \'admin\'');
  return new Map([
    ['admin', admin],
    ...people.map(({ username }, index): [string, string] => [username, ids[index] ?? '']),
  ]);
}

function personDraft(person: Person, homeSite: string, places: Places) {
  const identity = builtInRoles.find(({ roleKey }) => roleKey === person.role)?.identity ?? '2';
  return {
    username: person.username,
    account: person.account,
    realName: person.realName,
    homeSite,
    associatedSites: person.associated ? [places.siteIds[person.associated]] : [],
    departments: person.dept === undefined ? [] : [places.departmentIds.get(person.dept) ?? '0'],
    userIdentity: identity,
    email: `${person.username}@zc-wheels.example`,
    ...(person.customer === undefined ? {} : { customer: person.customer, customerType: '1' }),
    ...(person.remark === undefined ? {} : { remark: person.remark }),
  };
}

/** People of Ningbo and of the company see the bell. */
async function showBell(writer: DemoWriter): Promise<void> {
  const store = writer.context.store(setting);
  const row = await store.find({ key: 'notify.orgCode' });
  if (row) await store.update(row.id, { value: 'ZCNB01', revision: row.revision });
}

async function oneId(writer: DemoWriter, query: string): Promise<string> {
  const found = await sql.raw<{ id: string }>(query).execute(writer.context.sql);
  const [row] = found.rows;
  if (!row) throw new Error(`The demo finds nothing: ${query}`);
  return row.id;
}
