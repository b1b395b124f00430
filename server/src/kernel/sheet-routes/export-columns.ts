import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { systemLabels } from '@millwright/contract/kernel/field-label';
import { refusals } from '@millwright/contract/kernel/errors';
import type { AnyField, Kind } from '@millwright/contract/kernel/field';
import { exportFields, sheetHeading } from '@millwright/contract/kernel/sheet';
import { pictureFields } from '@millwright/contract/kernel/sheet-pictures';
import type { Locale } from '@millwright/contract/kernel/text';
import type { ShownField } from '@millwright/contract/kinds/shown';
import { type RawBuilder, sql } from 'kysely';
import type { Session } from '../context.ts';
import { sheetPicture } from '../files/sheet-picture.ts';
import { maskPhone } from '../http/mask.ts';
import { refuse } from '../refuse.ts';
import type { Cell, CellFormat, SheetColumn } from '../sheet/cell.ts';
import { columnType, isVersioned, snake, targetOf } from '../store/columns.ts';
import { isMasked } from '../store/containing.ts';
import { isSeen } from '../store/seen.ts';
import { dictionaryOf, type Dictionaries, labelsOf } from './labels.ts';

/** A column of an export: what is selected (the table under `t`), and what becomes of a value. */
export interface ExportColumn {
  readonly name: string;
  readonly sheet: SheetColumn;
  readonly select: RawBuilder<unknown>;
  /** What the selected id, or list of ids, points at: its name takes the place of the id before `toCell`. */
  readonly target?: AnyEntity;
  readonly toCell: (value: unknown) => Cell;
}

/** Who an export speaks to, and the words of its dictionaries. */
export interface Speaking {
  readonly session: Session;
  readonly dictionaries: Dictionaries;
  /** Pictures of rows are shown as well; absent = no. */
  readonly pictures?: boolean;
}

/**
 * The columns of an export in the order asked for (`columns=orderCode,dueDate`), or all that the declaration allows;
 * company-wide users get the site first. What a person may not see is left out. Throws `call.invalid` on unknown names.
 */
export function exportColumns(
  entity: AnyEntity,
  asked: unknown,
  speaking: Speaking,
): ExportColumn[] {
  const pictured = speaking.pictures ? pictureFields(entity) : [];
  const known = new Map([...exportFields(entity), ...pictured]);
  const named = namesAsked(entity, asked) ?? [
    ...known.keys(),
    ...(isVersioned(entity) ? ['createTime'] : []),
  ];
  // Who asks for pictures gets them, whether the list shows their column or not.
  const names = [...new Set([...named, ...pictured.map(([name]) => name)])];
  const columns = names.flatMap((name) => {
    const field = known.get(name);
    if (field)
      return isSeen(field, speaking.session) ? [seenColumn(entity, name, field, speaking)] : [];
    return ofSystem(entity, name, speaking.session);
  });
  const hasSite = columns.some(({ name }) => name === 'departName');
  return speaking.session.identity === 1 && !hasSite
    ? [...ofSystem(entity, 'departName', speaking.session), ...columns]
    : columns;
}

/** Fields whose dictionaries an export needs. */
export function exportedFields(entity: AnyEntity): AnyField[] {
  return exportFields(entity).map(([, field]) => field);
}

/** The column as the list shows it to the person. */
function seenColumn(
  entity: AnyEntity,
  name: string,
  field: AnyField,
  speaking: Speaking,
): ExportColumn {
  const column = fieldColumn(name, field, speaking);
  return isMasked(entity, field, speaking.session)
    ? { ...column, toCell: (value) => (typeof value === 'string' ? maskPhone(value) : null) }
    : column;
}

function namesAsked(entity: AnyEntity, asked: unknown): string[] | null {
  if (asked === undefined || asked === '') return null;
  if (typeof asked !== 'string') throw refuse(refusals['call.invalid'], { detail: 'columns' });
  const names = [...new Set(asked.split(',').filter(Boolean))];
  const unknown = names.find(
    (name) => !Object.hasOwn(entity.fields, name) && !Object.hasOwn(systemLabels, name),
  );
  if (unknown !== undefined || names.length > 200)
    throw refuse(refusals['call.invalid'], { detail: `columns=${unknown ?? ''}` });
  return names;
}

const FORMATS: Readonly<Record<string, CellFormat>> = {
  integer: 'integer',
  decimal: 'decimal',
  day: 'date',
  instant: 'datetime',
  flag: 'flag',
  image: 'image',
};

/** The column of one field of the table under `t`. */
export function fieldColumn(
  name: string,
  field: AnyField,
  { session, dictionaries }: Speaking,
): ExportColumn {
  const { locale } = session;
  const sheet: SheetColumn = {
    header: sheetHeading(field, locale),
    format: isMoment(field) ? 'datetime' : (FORMATS[field.kind.name] ?? 'text'),
  };
  // What a module counts has no column: its list brings the value.
  const column = columnType(field) === null ? sql`null` : sql.ref(`t.${snake(name)}`);
  const target = targetOf(field);
  return {
    name,
    sheet,
    select: field.kind.name === 'instant' ? wallClock(column, session) : column,
    ...(target ? { target } : {}),
    toCell: cellOf(field, dictionaries, locale),
  };
}

/** Of what a module tells: a moment comes as one that is stored does. */
function isMoment(field: AnyField): boolean {
  return (field as ShownField).instant === true;
}

function wallClock(column: RawBuilder<unknown>, session: Session): RawBuilder<unknown> {
  return sql`to_char(${column} at time zone ${session.timeZone}::text, 'YYYY-MM-DD HH24:MI:SS')`;
}

function cellOf(
  field: AnyField,
  dictionaries: Dictionaries,
  locale: Locale,
): (value: unknown) => Cell {
  const kind = field.kind as Kind;
  if (kind.name === 'image') return pictureCell;
  const type = dictionaryOf(field);
  if (type !== null) {
    const labels = labelsOf(dictionaries.get(type) ?? [], locale);
    return (value) => (value === null ? null : (labels.get(value as string) ?? (value as string)));
  }
  if (kind.name === 'choice' || kind.name === 'choices' || kind.name === 'json')
    return (value) => kind.toSheet(value, field, locale);
  return (value) => value as Cell;
}

/** The small picture behind an address, loaded when the rows are written. */
function pictureCell(address: unknown): Cell {
  if (typeof address !== 'string' || address === '') return null;
  return { image: 'jpeg', load: () => sheetPicture(address) };
}

/** Columns that every table has, as people read them. */
function ofSystem(entity: AnyEntity, name: string, session: Session): ExportColumn[] {
  const label = systemLabels[name];
  const select = label && systemSelect(entity, name, session);
  if (!select) return [];
  const format: CellFormat = name.endsWith('Time') ? 'datetime' : 'text';
  return [
    {
      name,
      sheet: { header: sheetHeading({ label }, session.locale), format },
      select,
      toCell: (value) => value as Cell,
    },
  ];
}

function systemSelect(
  entity: AnyEntity,
  name: string,
  session: Session,
): RawBuilder<unknown> | null {
  if (name === 'departName') return session.identity === 1 ? siteName(session.locale) : null;
  if (!isVersioned(entity)) return null;
  if (name === 'createTime' || name === 'updateTime')
    return wallClock(sql.ref(`t.${snake(name)}`), session);
  if (name === 'createBy' || name === 'updateBy')
    return sql`user_name(${sql.ref(`t.${snake(name)}`)})`;
  return null;
}

/** Name of the site of a row of the table under `t`. */
export function siteName(locale: Locale): RawBuilder<unknown> {
  const name =
    locale === 'en_US'
      ? sql`coalesce(nullif(s.depart_name_en, ''), s.depart_name)`
      : sql`s.depart_name`;
  return sql`(select ${name} from base_site s where s.id = t.site_id)`;
}
