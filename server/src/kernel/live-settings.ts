import { type Setting, settingOf, settings } from '@millwright/contract/settings';
import { sql } from 'kysely';
import type { Announcements } from './announce.ts';
import type { Pool } from './database/pool.ts';
import { inScope } from './database/transaction.ts';

/** The parameters of the product as they stand now; a change acts without a restart. */
export interface LiveSettings {
  /** Value of a key as text: the site's own, else the company's, else the default. */
  text(key: string, siteId?: string | null): string;
  number(key: string, siteId?: string | null): number;
  flag(key: string, siteId?: string | null): boolean;
  /** What `sysConfig` carries, by the public names. */
  published(siteId: string | null): Record<string, string | number | boolean>;
  reload(): Promise<void>;
}

/** Reads the settings and keeps them fresh. */
export async function openSettings(
  pool: Pool,
  announcements: Announcements,
): Promise<LiveSettings> {
  let values = await readValues(pool);
  const reload = async () => {
    values = await readValues(pool);
  };
  announcements.hear('setting', () => void reload().catch(() => undefined));
  const text = (key: string, siteId?: string | null) => {
    const { defaultValue, siteAble } = settingOf(key);
    const own = siteAble && siteId ? values.get(`${key}@${siteId}`) : undefined;
    return own ?? values.get(key) ?? defaultValue;
  };
  return {
    text,
    number: (key, siteId) => Number(text(key, siteId)),
    flag: (key, siteId) => text(key, siteId) === 'true',
    published: (siteId) => publishedOf((setting) => text(setting.key, siteId)),
    reload,
  };
}

async function readValues(pool: Pool): Promise<Map<string, string>> {
  const { rows } = await inScope(pool, { site: '*', readOnly: true }, (trx) =>
    sql<{
      key: string;
      site_id: string | null;
      value: string | null;
    }>`select key, site_id, value from system_setting`.execute(trx),
  );
  const filled = rows.filter((row) => row.value !== null);
  return new Map(
    filled.map((row) => [row.site_id ? `${row.key}@${row.site_id}` : row.key, row.value ?? '']),
  );
}

function publishedOf(
  textOf: (setting: Setting) => string,
): Record<string, string | number | boolean> {
  const entries = settings.flatMap((setting) => {
    if (setting.publicAs === null) return [];
    const text = textOf(setting);
    const value =
      setting.valueType === 'integer'
        ? Number(text)
        : setting.valueType === 'boolean'
          ? text === 'true'
          : text;
    return [[setting.publicAs, value] as const];
  });
  return Object.fromEntries(entries);
}
