import { site } from '@millwright/contract/base/site';
import { problem } from '@millwright/contract/kernel/check';
import { systemRefusals } from '@millwright/contract/system/refusals';
import { user } from '@millwright/contract/system/user';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import type { CallInput, Route } from '../../kernel/http/route.ts';
import { sentText } from '../../kernel/http/sent.ts';
import { refuseDraft } from '../../kernel/refuse.ts';
import { labelOf } from '../../kernel/store/columns.ts';
import { visibility, where } from '../../kernel/store/filter.ts';

/** `GET …?homeSite=3`: the business departments that people of a home site may have, `[{ id, label }]`. */
export const homeDepartmentsRoute: Route = {
  method: 'GET',
  path: '/api/user/account/departments',
  tag: 'system:user:list',
  handle: homeDepartments,
};

/** Throws at `departments` when one of these ids does not lie below the home site. */
export async function checkDepartmentsBelow(
  context: Context,
  home: string,
  departments: readonly string[],
): Promise<void> {
  if (departments.length === 0 || !ID.test(home)) return;
  const { rows } = await sql`
    select d.id from base_site d where d.id = any(${departments}::bigint[]) and d.id not in (${below(home)})`.execute(
    context.sql,
  );
  if (rows.length > 0)
    throw refuseDraft([
      problem(
        'departments',
        user.fields.departments.label,
        systemRefusals['user.departments.otherSite'],
      ),
    ]);
}

async function homeDepartments(context: Context, { query }: CallInput) {
  const home = sentText(query.homeSite);
  if (!ID.test(home)) return [];
  const conditions = where([
    ...visibility(site, context.session),
    sql<boolean>`t.depart_type = 'department' and t.id in (${below(home)})`,
  ]);
  const { rows } = await sql<{ id: string; label: string }>`
    select t.id, ${labelOf(site, 't', context.session.locale)} as label from base_site t ${conditions}
    order by t.institution_code, t.id`.execute(context.sql);
  return rows;
}

const ID = /^[1-9]\d{0,17}$/;

/** Ids of a site and of everything below it. */
function below(home: string): RawBuilder<unknown> {
  return sql`with recursive below(id) as (
    select ${home}::bigint union select d.id from base_site d join below b on d.parent_id = b.id)
    select id from below`;
}
