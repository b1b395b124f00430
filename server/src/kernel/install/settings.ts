import { settings } from '@millwright/contract/settings';
import { sql } from 'kysely';
import type { Trx } from '../database/transaction.ts';
import { insertRows } from './installed.ts';

/** One row for each parameter of this release; names and defaults follow the release, values stay. */
export async function installSettings(trx: Trx): Promise<void> {
  const { rows } = await sql<{
    key: string;
  }>`select key from system_setting where site_id is null`.execute(trx);
  const known = new Set(rows.map(({ key }) => key));
  const wanted = settings
    .filter(({ ready }) => ready)
    .map((setting) => ({
      key: setting.key,
      name: setting.name.zh,
      name_en: setting.name.en,
      group: setting.group,
      value_type: setting.valueType,
      default_value: setting.defaultValue,
      is_public: setting.publicAs !== null,
    }));
  await insertRows(
    trx,
    'system_setting',
    wanted.filter(({ key }) => !known.has(key)),
  );
  await sql`update system_setting s set name = w.name, name_en = w.name_en, "group" = w."group",
      value_type = w.value_type, default_value = w.default_value, is_public = w.is_public
    from jsonb_populate_recordset(null::system_setting, ${JSON.stringify(wanted)}::jsonb) w
    where s.key = w.key
      and (s.name, s.name_en, s."group", s.value_type, s.default_value, s.is_public)
        is distinct from (w.name, w.name_en, w."group", w.value_type, w.default_value, w.is_public)`.execute(
    trx,
  );
}
