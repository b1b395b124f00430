import type { ImportAnswer } from '@millwright/contract/kernel/sheet';
import type { Context } from '../context.ts';
import { keepBytes } from '../files/keep-file.ts';
import { plainName } from '../files/receive.ts';
import { ERROR_COLUMN, errorWorkbook, type RowError } from '../sheet/error-workbook.ts';
import type { HeadedSheet } from './headings.ts';
import type { ImportFile } from './import-file.ts';
import type { SentSheet } from './read-further.ts';

/** The file of errors as it is kept: its address, not signed, and its name. */
export interface ErrorFile {
  readonly address: string;
  readonly name: string;
}

/** Keeps the sender's own file with a red column of errors, on each sheet that has some. */
export async function errorFile(
  context: Context,
  {
    file,
    headed,
    further,
  }: {
    readonly file: ImportFile;
    readonly headed: HeadedSheet;
    readonly further: readonly SentSheet[];
  },
  answer: ImportAnswer,
): Promise<ErrorFile> {
  const language = context.session.locale === 'en_US' ? 'en' : 'zh';
  const marked = (bytes: ImportFile['bytes'], errors: RowError[], own: HeadedSheet) =>
    errorWorkbook(bytes, errors, {
      sheet: own.sheet,
      headingRow: own.headerRow,
      locale: language,
      limits: file.limits,
    });
  let bytes = await marked(file.bytes, mainErrors(headed, answer), headed);
  for (const { name, headed: own } of further) {
    const inside = answer.errors.flatMap(({ at, message }) =>
      at?.sheet === name ? [{ row: at.row, message }] : [],
    );
    if (inside.length > 0) bytes = await marked(bytes, inside, own);
  }
  const ending = file.workbook.kind;
  const name = plainName(
    `${file.name.replace(/\.\w{1,5}$/, '')}_${ERROR_COLUMN[language]}.${ending}`,
  );
  return { address: await keepBytes(context, bytes, name), name };
}

/** Those of the sheet itself, under the headings as they stand in it. */
function mainErrors({ headings }: HeadedSheet, { errors }: ImportAnswer): RowError[] {
  const byColumn = new Map(headings.map(({ column, label }) => [column, label]));
  return errors
    .filter(({ at }) => !at)
    .map(({ row, column, label, message }) => {
      const heading = (column === null ? undefined : byColumn.get(column)) ?? label;
      return { row, message, ...(heading === '' ? {} : { column: heading }) };
    });
}
