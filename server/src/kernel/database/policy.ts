import { APP_ROLE } from './connection.ts';
import { identifier } from './identifier.ts';

/** `site`: every row has a site. `company`: a row without one belongs to all. `log`: rows are added and read, never changed. */
export type PolicyScope = 'site' | 'company' | 'log';

/**
 * SQL text that locks `table` to the site of the transaction and grants the application what its scope
 * allows. Without a site set, rows of a site are neither seen nor written; `*` sees and writes all.
 * Of a log only the columns named in `later` may be updated (the end of an alarm, for example).
 * May be run again: it replaces what stood before.
 */
export function policySql(
  table: string,
  scope: PolicyScope,
  later: readonly string[] = [],
): string {
  const name = identifier(table);
  const rule = scope === 'company' ? `(site_id is null or ${OF_SITE})` : `(${OF_SITE})`;
  return [
    `alter table ${name} enable row level security;`,
    `drop policy if exists site on ${name};`,
    `create policy site on ${name} using ${rule} with check ${rule};`,
    grantSql(table, scope, later),
  ].join('\n');
}

/** SQL text of the application's grants on a table without sites: everything, or adding and reading of a log. */
export function grantSql(table: string, scope: PolicyScope, later: readonly string[] = []): string {
  const name = identifier(table);
  const lines = [`revoke all on ${name} from public, ${APP_ROLE};`];
  if (scope === 'log') {
    lines.push(`grant select, insert on ${name} to ${APP_ROLE};`);
    if (later.length > 0)
      lines.push(`grant update (${later.map(identifier).join(', ')}) on ${name} to ${APP_ROLE};`);
  } else {
    lines.push(`grant select, insert, update, delete on ${name} to ${APP_ROLE};`);
  }
  return lines.join('\n');
}

/**
 * The sub-selects make PostgreSQL read the setting once per statement instead of once per row. After the
 * first transaction of a connection an unset setting reads as '' and not as null, hence both.
 */
const OF_SITE =
  `(select current_setting('app.site', true)) = '*' or ` +
  `site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)`;
