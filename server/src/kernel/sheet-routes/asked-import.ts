import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { refusals } from '@millwright/contract/kernel/errors';
import type { AnyField } from '@millwright/contract/kernel/field';
import type { ImportMapping, ImportMode, OnImportError } from '@millwright/contract/kernel/sheet';
import type { Behaviour } from '../behaviour.ts';
import type { Session } from '../context.ts';
import { refuse } from '../refuse.ts';
import { furtherSheets } from './further-sheet.ts';
import { type HeadedSheet, headingsOf } from './headings.ts';
import { fieldsByHeading, fieldsFor } from './import-fields.ts';
import { headerRowNamed, type ImportFile, sheetNamed } from './import-file.ts';
import { importRefusals } from './import-refusal.ts';
import { mappingByLabels, mappingSent } from './mapping.ts';
import { furtherPlaces, type SentSheet, sentSheets } from './read-further.ts';

/** An import as it was asked for. */
export interface AskedImport {
  readonly entity: AnyEntity;
  readonly module: Behaviour | undefined;
  readonly file: ImportFile;
  readonly mode: ImportMode;
  readonly onError: OnImportError;
  /** Why rows that exist are changed; null = not said. */
  readonly reason: string | null;
  readonly headed: HeadedSheet;
  readonly fields: ReadonlyMap<string, AnyField>;
  readonly mapping: readonly ImportMapping[];
  /** Sheets with rows of the rows, as far as the file has them. */
  readonly further: readonly SentSheet[];
}

/** Reads the form of an import; throws what is wrong with it: mode, sheet, heading row, mapping. */
export async function askedImport(
  session: Session,
  entity: AnyEntity,
  module: Behaviour | undefined,
  file: ImportFile,
): Promise<AskedImport> {
  const { mode = 'check', onError = 'abort', mapping: sent } = file.fields;
  if (mode !== 'check' && mode !== 'insert' && mode !== 'upsert')
    throw refuse(refusals['call.invalid'], { detail: 'mode' });
  if (onError !== 'abort' && onError !== 'skip')
    throw refuse(refusals['call.invalid'], { detail: 'onError' });
  const fields = fieldsFor(entity, session);
  const known = fieldsByHeading(fields);
  const sheets = furtherSheets(entity, module);
  const others = furtherPlaces(entity, file, sheets);
  const headed = await headingsOf(
    file,
    { sheet: sheetNamed(file), headerRow: headerRowNamed(file), others, entity },
    known,
  );
  const mapping =
    sent === undefined || sent === ''
      ? mappingByLabels(headed.headings, known)
      : mappingSent(sent, fields);
  if (mapping.every(({ column }) => column === null))
    throw refuse(importRefusals['import.noMapping']);
  const further = (await sentSheets({ session }, entity, file, sheets)).filter(
    ({ headed: { sheet } }) => sheet !== headed.sheet,
  );
  const reason = file.fields.reason?.trim().slice(0, 500) || null;
  return { entity, module, file, mode, onError, reason, headed, fields, mapping, further };
}
