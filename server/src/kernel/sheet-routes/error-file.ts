import type { ImportAnswer } from '@millwright/contract/kernel/sheet';
import type { Context } from '../context.ts';
import { keepBytes } from '../files/keep-file.ts';
import { plainName } from '../files/receive.ts';
import { signAddress } from '../files/sign.ts';
import type { CallInput } from '../http/route.ts';
import { ERROR_COLUMN, errorWorkbook } from '../sheet/error-workbook.ts';
import type { HeadedSheet } from './headings.ts';
import type { ImportFile } from './import-file.ts';
import type { SentSheet } from './read-further.ts';

/** Keeps the sender's own file with a red column of errors, on each sheet that has some, and gives its signed address. */
export async function errorFile(
  { session }: Context,
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
  call: CallInput,
): Promise<string> {
  const language = session.locale === 'en_US' ? 'en' : 'zh';
  const byColumn = new Map(headed.headings.map(({ column, label }) => [column, label]));
  const errors = answer.errors
    .filter(({ at }) => !at)
    .map(({ row, column, label, message }) => {
      const heading = (column === null ? undefined : byColumn.get(column)) ?? label;
      return { row, message, ...(heading === '' ? {} : { column: heading }) };
    });
  let bytes = await errorWorkbook(file.bytes, errors, {
    sheet: headed.sheet,
    headingRow: headed.headerRow,
    locale: language,
    limits: file.limits,
  });
  for (const { name, headed: own } of further) {
    const inside = answer.errors.flatMap(({ at, message }) =>
      at?.sheet === name ? [{ row: at.row, message }] : [],
    );
    if (inside.length > 0)
      bytes = await errorWorkbook(bytes, inside, {
        sheet: own.sheet,
        headingRow: own.headerRow,
        locale: language,
        limits: file.limits,
      });
  }
  const ending = file.workbook.kind;
  const name = plainName(
    `${file.name.replace(/\.\w{1,5}$/, '')}_${ERROR_COLUMN[language]}.${ending}`,
  );
  return signAddress(await call.scoped((context) => keepBytes(context, bytes, name)));
}
