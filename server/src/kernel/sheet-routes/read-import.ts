import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { AnyField } from '@millwright/contract/kernel/field';
import type { ImportField, ImportReading } from '@millwright/contract/kernel/sheet';
import { importKey } from '@millwright/contract/kernel/sheet';
import { pick } from '@millwright/contract/kernel/text';
import type { Behaviour } from '../behaviour.ts';
import type { Context } from '../context.ts';
import type { CallInput } from '../http/route.ts';
import { mustNameSite } from '../store/site.ts';
import { optionsOf } from './field-options.ts';
import { furtherSheets } from './further-sheet.ts';
import { type HeadedSheet, headingsOf } from './headings.ts';
import { fieldsByHeading, fieldsFor, openSiteField } from './import-fields.ts';
import { headerRowNamed, type ImportFile, sheetNamed } from './import-file.ts';
import { type Dictionaries, dictionariesOf } from './labels.ts';
import { proposeMapping } from './mapping.ts';
import { furtherPlaces } from './read-further.ts';

/** Looks into a workbook: its sheets, the headings of one, and which columns could fill which fields. Writes nothing. */
export async function readImport(
  { session }: Context,
  entity: AnyEntity,
  module: Behaviour | undefined,
  file: ImportFile,
  call: CallInput,
): Promise<ImportReading> {
  const fields = fieldsFor(entity, session);
  const known = fieldsByHeading(fields);
  const others = furtherPlaces(entity, file, furtherSheets(entity, module));
  const headed = await headingsOf(
    file,
    { sheet: sheetNamed(file), headerRow: headerRowNamed(file), others, entity },
    known,
  );
  return call.scoped(
    async (context) => {
      const dictionaries = await dictionariesOf(context, [...fields.values()]);
      return {
        ...lookedInto(file, headed),
        mapping: await proposeMapping(
          context,
          entity,
          fields,
          headed.headings,
          known,
          dictionaries,
        ),
        fields: await describedFields(context, entity, fields, dictionaries),
        key: [...importKey(entity)],
      };
    },
    { readOnly: true },
  );
}

function lookedInto(
  { workbook }: ImportFile,
  headed: HeadedSheet,
): Pick<ImportReading, 'sheets' | 'sheet' | 'headerRow' | 'headers'> {
  return {
    sheets: workbook.sheets.map(({ name, rowCount, columnCount, hidden }) => ({
      name,
      rowCount,
      columnCount,
      hidden,
    })),
    sheet: workbook.sheets[headed.sheet]?.name ?? '',
    headerRow: headed.headerRow,
    headers: headed.headings.map(({ column, label, samples }) => ({
      column,
      label,
      samples: samples.map((cell) => cell?.text.slice(0, 100) ?? ''),
    })),
  };
}

/** As forms begin: where a row stands, then what it is. */
function siteFirst(fields: ReadonlyMap<string, AnyField>): [string, AnyField][] {
  const all = [...fields];
  const isSite = ([name]: [string, AnyField]) => name === 'siteId';
  return [...all.filter(isSite), ...all.filter((one) => !isSite(one))];
}

async function describedFields(
  context: Context,
  entity: AnyEntity,
  fields: ReadonlyMap<string, AnyField>,
  dictionaries: Dictionaries,
): Promise<ImportField[]> {
  const described: ImportField[] = [];
  for (const [name, field] of siteFirst(fields)) {
    const isSite = name === 'siteId';
    const options = await optionsOf(context, isSite ? openSiteField : field, dictionaries);
    described.push({
      field: name,
      label: pick(field.label, context.session.locale),
      required: isSite
        ? mustNameSite(entity, context.session)
        : field.required && field.default === undefined,
      kind: field.kind.name,
      ...(options ? { options } : {}),
    });
  }
  return described;
}
