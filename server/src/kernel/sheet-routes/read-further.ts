import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { AnyField } from '@millwright/contract/kernel/field';
import type { ImportMapping } from '@millwright/contract/kernel/sheet';
import { textOf } from '@millwright/contract/kernel/text';
import type { Context } from '../context.ts';
import { refuse } from '../refuse.ts';
import { targetOf } from '../store/columns.ts';
import { mustNameSite } from '../store/site.ts';
import { furtherFields, type FurtherSheet, isImported, PARENT } from './further-sheet.ts';
import { type HeadedSheet, headingsOf } from './headings.ts';
import { fieldsByHeading } from './import-fields.ts';
import type { ImportFile } from './import-file.ts';
import { importRefusals } from './import-refusal.ts';
import { complain, type ImportRow, newRow } from './import-row.ts';
import { dictionariesOf } from './labels.ts';
import { mappingByLabels } from './mapping.ts';
import { placeRows } from './place-rows.ts';
import { readRows } from './read-rows.ts';
import { resolveReferences } from './resolve-references.ts';

/** A further sheet as a file holds it: found by its name, its columns by our labels. */
export interface SentSheet {
  readonly sheet: FurtherSheet;
  readonly name: string;
  readonly headed: HeadedSheet;
  readonly fields: ReadonlyMap<string, AnyField>;
  readonly mapping: readonly ImportMapping[];
}

/** Numbers of the sheets of a file that bear the names of further sheets, in the order of `sheets`; -1 = not there. */
export function furtherPlaces(
  entity: AnyEntity,
  { workbook }: ImportFile,
  sheets: readonly FurtherSheet[],
): number[] {
  if (!isImported(entity)) return sheets.map(() => -1);
  const names = workbook.sheets.map(({ name }) => word(name));
  return sheets.map(({ label }) =>
    names.findIndex((name) => name === word(label.zh) || name === word(label.en)),
  );
}

/** The further sheets of a file. Throws `import.noParent` when one does not say to which rows its rows belong. */
export async function sentSheets(
  context: Pick<Context, 'session'>,
  entity: AnyEntity,
  file: ImportFile,
  sheets: readonly FurtherSheet[],
): Promise<SentSheet[]> {
  const places = furtherPlaces(entity, file, sheets);
  const sent: SentSheet[] = [];
  for (const [index, sheet] of sheets.entries()) {
    const info = file.workbook.sheets[places[index] ?? -1];
    if (!info || info.rowCount < 2) continue;
    const fields = furtherFields(entity, sheet, context.session.identity === 1);
    const readable = new Map([...fields].filter(([, field]) => !field.computed));
    const known = fieldsByHeading(readable);
    const headed = await headingsOf(file, { sheet: places[index] ?? 0, headerRow: null }, known);
    const mapping = mappingByLabels(headed.headings, known);
    if (!mapping.some(({ field }) => field === PARENT))
      throw refuse(importRefusals['import.noParent'], {
        sheet: info.name,
        label: fields.get(PARENT)?.label ?? entity.label,
      });
    sent.push({ sheet, name: info.name, headed, fields: readable, mapping });
  }
  return sent;
}

/**
 * Reads the further sheets and gives their rows to the rows that they belong to. What belongs to none comes back as
 * one row with number 0.
 */
export async function readFurther(
  context: Context,
  entity: AnyEntity,
  file: ImportFile,
  sent: readonly SentSheet[],
  parents: readonly ImportRow[],
): Promise<ImportRow | null> {
  const orphan = newRow(0);
  const byCode = new Map(parents.map((row) => [placed(entity, row, row.values[entity.code]), row]));
  for (const part of sent) {
    const dictionaries = await dictionariesOf(context, [...part.fields.values()]);
    const rows = await readRows(file, part.headed, part.mapping, part.fields, {
      session: context.session,
      dictionaries,
    });
    await placeRows(context, entity, placedByParent(context, entity, rows, parents));
    const lost = rows.filter(
      (row) => !attach(row, part, byCode.get(placed(entity, row, row.values[PARENT])) ?? null),
    );
    for (const row of lost) {
      attach(row, part, orphan);
      const label = part.fields.get(PARENT)?.label ?? entity.label;
      if (row.problems.length === 0)
        complain(row, PARENT, importRefusals['import.orphan'], {
          label,
          value: textOf(row.values[PARENT]),
        });
    }
    await resolveChildren(context, entity, part, rows, byCode);
  }
  return orphan.children.length > 0 ? orphan : null;
}

/** Gives rows the site of their parent where the code alone tells which that is; answers those that still want a site. */
function placedByParent(
  { session }: Context,
  entity: AnyEntity,
  rows: readonly ImportRow[],
  parents: readonly ImportRow[],
): readonly ImportRow[] {
  if (!mustNameSite(entity, session)) return rows;
  const byCode = Map.groupBy(parents, (row) => word(textOf(row.values[entity.code])));
  return rows.filter((row) => {
    if (typeof row.values.siteId === 'string') return true;
    const found = byCode.get(word(textOf(row.values[PARENT]))) ?? [];
    if (found.length > 1) return true;
    delete row.values.siteId;
    row.siteId = found[0]?.siteId ?? null;
    return false;
  });
}

/** Resolves references; rows of the same file that are still to come wait until these are written. */
async function resolveChildren(
  context: Context,
  entity: AnyEntity,
  { fields }: SentSheet,
  rows: readonly ImportRow[],
  byCode: ReadonlyMap<string, ImportRow>,
): Promise<void> {
  for (const [name, field] of fields) {
    if (field.kind.name !== 'ref' || targetOf(field) !== entity) continue;
    for (const row of rows) {
      const target = byCode.get(placed(entity, row, row.values[name]));
      if (target && !target.existing) row.waiting[name] = target;
    }
  }
  const known = new Map([...fields].filter(([name]) => name !== PARENT));
  const held = rows.map((row) =>
    Object.keys(row.waiting).map((name) => [name, row.values[name]] as const),
  );
  for (const row of rows) for (const name of Object.keys(row.waiting)) delete row.values[name];
  // A check item of the row's own product is meant before those of others that bear the same name.
  await resolveReferences(context, known, rows, (row) => ({
    [entity.name]: byCode.get(placed(entity, row, row.values[PARENT]))?.existing?.id ?? null,
  }));
  rows.forEach((row, index) => Object.assign(row.values, Object.fromEntries(held[index] ?? [])));
}

function attach(row: ImportRow, part: SentSheet, parent: ImportRow | null): boolean {
  if (!parent) return false;
  row.siteId = parent.siteId ?? row.siteId;
  const list = parent.children.find(({ sent }) => sent === part);
  if (list) list.rows.push(row);
  else parent.children.push({ sent: part, rows: [row], write: null });
  return true;
}

/** Site and code as one text; nothing has no code. */
function placed(entity: AnyEntity, { siteId }: ImportRow, code: unknown): string {
  return `${entity.scope === 'site' ? (siteId ?? '') : ''}\u0001${word(textOf(code))}`;
}

function word(text: string): string {
  return text.trim().slice(0, 200).toLowerCase();
}
