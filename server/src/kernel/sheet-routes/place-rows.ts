import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { refusals } from '@millwright/contract/kernel/errors';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { type Place, siteProblem } from '../store/site.ts';
import { complain, type ImportRow } from './import-row.ts';
import { siteField } from './import-fields.ts';

interface Site extends Place {
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
  const byWord = session.identity === 1 ? await sitesByWord(context) : new Map<string, Site>();
  for (const row of rows) {
    const named = row.values.siteId;
    delete row.values.siteId;
    if (session.identity !== 1) row.siteId = session.siteId ?? session.homeSiteId;
    else if (typeof named === 'string') placeAt(entity, row, named, byWord);
    else if (entity.scope !== 'company') row.siteId = session.siteId ?? missingSite(row);
  }
}

async function sitesByWord(context: Context): Promise<Map<string, Site>> {
  const found =
    await sql<Site>`select id, array[depart_name, depart_name_en, institution_code, short_code] as words,
      depart_type as "departType", depart_name as "departName", status
    from base_site where depart_type in ('site', 'company') order by id desc`.execute(context.sql);
  return new Map(
    found.rows.flatMap((site) =>
      site.words.flatMap((word) => (word ? [[word.toLowerCase(), site] as const] : [])),
    ),
  );
}

/** Rows that a site has already may be changed there; whether it takes new ones is told when they are known to be new. */
function placeAt(
  entity: AnyEntity,
  row: ImportRow,
  named: string,
  byWord: ReadonlyMap<string, Site>,
): void {
  const site = byWord.get(named.trim().toLowerCase());
  row.siteId = site?.id ?? null;
  const found = siteProblem(entity, site);
  if (!found) return;
  const { key, text, args } = found;
  const told = {
    field: 'siteId',
    key,
    text,
    args: { ...args, label: siteField.label, value: named },
  };
  if (site) row.doubts.siteId = told;
  else row.problems.push(told);
}

function missingSite(row: ImportRow): null {
  complain(row, 'siteId', refusals['site.required'], { label: siteField.label });
  return null;
}
