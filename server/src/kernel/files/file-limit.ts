import { settingOf } from '@millwright/contract/settings';
import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** A setting that is a number, as it stands now for the session's site, the company or by default. */
export async function numberSetting(context: Context, key: string): Promise<number> {
  const { defaultValue } = settingOf(key);
  const found = await sql<{ value: string | null }>`select value from system_setting
    where key = ${key} and value is not null and (site_id is null or site_id = ${context.session.siteId})
    order by site_id nulls last limit 1`.execute(context.sql);
  return Number(found.rows[0]?.value ?? defaultValue);
}
