import { PassThrough } from 'node:stream';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { fieldLabel } from '@millwright/contract/kernel/field-label';
import type { AnyField, Kind } from '@millwright/contract/kernel/field';
import { importFields, importKey, sheetHeading } from '@millwright/contract/kernel/sheet';
import type { Locale, Text } from '@millwright/contract/kernel/text';
import { pick } from '@millwright/contract/kernel/text';
import type { Behaviour } from '../behaviour.ts';
import type { Context } from '../context.ts';
import { attachmentName } from '../files/disposition.ts';
import { type CallInput, SENT } from '../http/route.ts';
import type { Cell, CellFormat, Sheet, SheetColumn } from '../sheet/cell.ts';
import { widthOf, writeWorkbook } from '../sheet/write-workbook.ts';
import { isSeen } from '../store/seen.ts';
import { mustNameSite } from '../store/site.ts';
import { MULTIPLE } from './cell-values.ts';
import { type FieldOption, optionsOf } from './field-options.ts';
import { furtherFields, type FurtherSheet, furtherSheets, isImported } from './further-sheet.ts';
import { openSiteField } from './import-fields.ts';
import { dictionariesOf } from './labels.ts';

/** A field on its way into the template. */
interface TemplateField {
  readonly name: string;
  readonly field: AnyField;
  readonly options: readonly FieldOption[] | null;
}

/** Sends the workbook to be filled in: headings with drop-downs, one example on a sheet of its own, and notes in both languages. */
export async function sendTemplate(
  entity: AnyEntity,
  module: Behaviour | undefined,
  call: CallInput,
): Promise<typeof SENT> {
  const { sheets, title } = await call.scoped(
    async (context) => templateOf(context, entity, module),
    { readOnly: true },
  );
  const out = new PassThrough();
  call.reply.headers({
    'content-type': 'application/vnd.ms-excel',
    'content-disposition': `attachment; ${attachmentName(`${title}.xlsx`)}`,
    'cache-control': 'no-store',
  });
  void call.reply.send(out);
  await writeWorkbook(out, sheets);
  return SENT;
}

/**
 * The sheets of a template. The first one is what is filled in and sent back, with those of child rows behind it;
 * then come an example and notes.
 */
export async function templateOf(
  context: Context,
  entity: AnyEntity,
  module?: Behaviour,
): Promise<{ sheets: Sheet[]; title: string }> {
  const { locale } = context.session;
  const own = importFields(entity).filter(([, field]) => isSeen(field, context.session));
  const site: [string, AnyField][] = mustNameSite(entity, context.session)
    ? [['siteId', { ...openSiteField, required: true }]]
    : [];
  const fields = await templateFields(context, [...site, ...own]);
  const columns = fields.map((one) => columnOf(one, locale));
  const further = await furtherTemplates(context, entity, module);
  const name = pick(entity.label, locale);
  const bare = columns.map(({ header, format, required, width }): SheetColumn => ({
    header,
    format,
    ...(required ? { required } : {}),
    ...(width ? { width } : {}),
  }));
  const sheets: Sheet[] = [
    { name, columns, rows: [] },
    ...further.map(({ sheet, fields: own }): Sheet => ({
      name: pick(sheet.label, locale),
      columns: own.map((one) => columnOf(one, locale)),
      rows: [],
    })),
    {
      name: pick(WORDS.example, locale),
      columns: bare,
      rows: [fields.map((one) => exampleOf(one, locale))],
    },
    notesSheet(entity, fields, further, locale),
  ];
  return { sheets, title: `${name}_${pick(WORDS.template, locale)}` };
}

/** A further sheet of a template with its columns. */
interface FurtherTemplate {
  readonly sheet: FurtherSheet;
  readonly fields: readonly TemplateField[];
}

async function furtherTemplates(
  context: Context,
  entity: AnyEntity,
  module: Behaviour | undefined,
): Promise<FurtherTemplate[]> {
  if (!isImported(entity)) return [];
  const templates: FurtherTemplate[] = [];
  for (const sheet of furtherSheets(entity, module)) {
    // The main row that a row belongs to says at which site.
    const named = [...furtherFields(entity, sheet, false)].filter(([, field]) => !field.computed);
    templates.push({ sheet, fields: await templateFields(context, named) });
  }
  return templates;
}

async function templateFields(
  context: Context,
  named: readonly [string, AnyField][],
): Promise<TemplateField[]> {
  const dictionaries = await dictionariesOf(
    context,
    named.map(([, field]) => field),
  );
  const fields: TemplateField[] = [];
  for (const [name, field] of named)
    fields.push({ name, field, options: await optionsOf(context, field, dictionaries) });
  return fields;
}

const FORMATS: Readonly<Record<string, CellFormat>> = {
  integer: 'integer',
  decimal: 'decimal',
  day: 'date',
  instant: 'datetime',
};

function columnOf({ field, options }: TemplateField, locale: Locale): SheetColumn {
  const many = MULTIPLE.has(field.kind.name);
  const note = noteOf(field, locale);
  return {
    header: sheetHeading(field, locale),
    format: FORMATS[field.kind.name] ?? 'text',
    ...(isAsked(field) ? { required: true } : {}),
    ...(options && options.length > 0 && !many
      ? { dropDown: options.map(({ label }) => label) }
      : {}),
    ...(note === '' ? {} : { note }),
  };
}

/** Asked for in every new row: required, without a value that is filled in by itself. */
function isAsked(field: AnyField): boolean {
  return field.required && field.default === undefined;
}

function exampleOf({ field, options }: TemplateField, locale: Locale): Cell {
  const [first] = options ?? [];
  if (first) return first.label;
  const { min, above } = field as { min?: number; above?: number };
  switch (field.kind.name) {
    case 'integer':
      return Math.max(min ?? 0, 1);
    case 'decimal':
      return Math.max(min ?? 0, above === undefined ? 0 : above + 1, 1);
    case 'day':
      return '2026-01-15';
    case 'instant':
      return '2026-01-15 08:00:00';
    case 'clock':
      return '08:00';
    case 'text':
      return (field as { pattern?: RegExp }).pattern
        ? null
        : isAsked(field)
          ? pick(field.label, locale)
          : null;
    default:
      return null;
  }
}

function notesSheet(
  entity: AnyEntity,
  fields: readonly TemplateField[],
  further: readonly FurtherTemplate[],
  locale: Locale,
): Sheet {
  const text = (word: Text) => pick(word, locale);
  const headings = ['列', 'Column', text(WORDS.required), text(WORDS.kind), '说明', 'Note'];
  const key = importKey(entity).map((name) => fieldLabel(name, entity.fields));
  const keys = [key.map(({ zh }) => zh).join(' + '), key.map(({ en }) => en).join(' + ')];
  const rows: Cell[][] = [
    ...fields.map((one) => noteRow(one, locale)),
    ...further.flatMap(({ sheet, fields: own }) =>
      own.map((one) => noteRow(one, locale, sheet.label)),
    ),
    [
      null,
      null,
      null,
      null,
      `更新按「${keys[0]}」识别；空白单元格不修改原值`,
      `Rows are recognised by "${keys[1]}"; a blank cell leaves the old value`,
    ],
    ...further.map(({ sheet }) => furtherNote(sheet)),
  ];
  // As wide as what is told there, so that no note is cut by the one beside it.
  const columns = headings.map((header, at): SheetColumn => {
    const texts = rows.map((row) => row[at]).filter((cell) => typeof cell === 'string');
    return { header, format: 'text', width: Math.max(...[header, ...texts].map(widthOf)) + 3 };
  });
  return { name: text(WORDS.notes), columns, rows };
}

function noteRow({ field }: TemplateField, locale: Locale, sheet?: Text): Cell[] {
  const before = (language: Locale) => (sheet ? `${pick(sheet, language)} / ` : '');
  return [
    `${before('zh_CN')}${sheetHeading(field, 'zh_CN')}`,
    `${before('en_US')}${sheetHeading(field, 'en_US')}`,
    isAsked(field) ? '✓' : null,
    pick((field.kind as Kind).label, locale),
    noteOf(field, 'zh_CN'),
    noteOf(field, 'en_US'),
  ];
}

function furtherNote({ label: { zh, en }, isWhole }: FurtherSheet): Cell[] {
  const rest = isWhole
    ? {
        zh: '主表的一行在此有行时，以此处的全部行为准；没有行时保持原样',
        en: 'a main row with rows here gets exactly these, one without keeps what it has',
      }
    : { zh: '此处未列出的行保持原样', en: 'rows that are not named here stay as they are' };
  return [zh, en, null, null, `工作表「${zh}」：${rest.zh}`, `Sheet "${en}": ${rest.en}`];
}

function noteOf(field: AnyField, locale: Locale): string {
  const { max, min, allowed, places } = field as {
    max?: number;
    min?: number;
    allowed?: Text;
    places?: number;
  };
  const kind = field.kind.name;
  const notes = [
    field.help ? pick(field.help, locale) : '',
    allowed ? pick(allowed, locale) : '',
    kind === 'text' && max !== undefined
      ? said(locale, `最多 ${max} 个字符`, `at most ${max} characters`)
      : '',
    (kind === 'integer' || kind === 'decimal') && min !== undefined
      ? said(locale, `不小于 ${min}`, `${min} or more`)
      : '',
    (kind === 'integer' || kind === 'decimal') && max !== undefined && max < 2_147_483_647
      ? said(locale, `不大于 ${max}`, `${max} or less`)
      : '',
    kind === 'decimal' && places !== undefined
      ? said(locale, `最多 ${places} 位小数`, `up to ${places} decimal places`)
      : '',
    kind === 'day' ? said(locale, '日期，如 2026-01-15', 'a date such as 2026-01-15') : '',
    kind === 'instant'
      ? said(locale, '时间，如 2026-01-15 08:00', 'date and time such as 2026-01-15 08:00')
      : '',
    kind === 'ref' ? said(locale, '填编号或名称', 'code or name') : '',
    MULTIPLE.has(kind)
      ? said(locale, '多个值以顿号或逗号分隔', 'several values separated by commas')
      : '',
  ];
  return notes.filter(Boolean).join(locale === 'en_US' ? '; ' : '；');
}

function said(locale: Locale, zh: string, en: string): string {
  return locale === 'en_US' ? en : zh;
}

const WORDS = {
  template: { zh: '导入模板', en: 'import template' },
  example: { zh: '示例', en: 'Example' },
  notes: { zh: '填写说明', en: 'Notes' },
  required: { zh: '必填', en: 'Required' },
  kind: { zh: '类型', en: 'Kind' },
} as const;
