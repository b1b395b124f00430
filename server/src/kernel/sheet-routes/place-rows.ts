import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { refusals } from '@millwright/contract/kernel/errors';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { complain, type ImportRow } from './import-row.ts';
import { siteField } from './import-fields.ts';

interface Site {
  readonly id: string;
  readonly words: readonly (string | null)[];
}

/** Gives every row its site: the session's own, or for company-wide people the one that the row names. */
export async function placeRows(
  context: Context,
  entity: AnyEntity,
  rows: readonly ImportRow[],
): Promise<void> {
  const { session } = context;
  const byWord = session.identity === 1 ? await sitesByWord(context) : new Map<string, string>();
  for (const row of rows) {
    const named = row.values.siteId;
    delete row.values.siteId;
    if (session.identity !== 1) row.siteId = session.siteId ?? session.homeSiteId;
    else if (typeof named === 'string')
      row.siteId = byWord.get(named.trim().toLowerCase()) ?? unknownSite(row, named);
    else if (entity.scope !== 'company') row.siteId = session.siteId ?? missingSite(row);
  }
}

async function sitesByWord(context: Context): Promise<Map<string, string>> {
  const found =
    await sql<Site>`select id, array[depart_name, depart_name_en, institution_code, short_code] as words
    from base_site where depart_type in ('site', 'company') order by id desc`.execute(context.sql);
  return new Map(
    found.rows.flatMap(({ id, words }) =>
      words.flatMap((word) => (word ? [[word.toLowerCase(), id] as const] : [])),
    ),
  );
}

function unknownSite(row: ImportRow, value: string): null {
  complain(row, 'siteId', refusals['ref.missing'], { label: siteField.label, value });
  return null;
}

function missingSite(row: ImportRow): null {
  complain(row, 'siteId', refusals['site.required'], { label: siteField.label });
  return null;
}
