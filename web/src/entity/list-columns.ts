import { fieldLabel } from '@millwright/contract/kernel/field-label';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { instant } from '@millwright/contract/kinds/instant';
import { text } from '@millwright/contract/kinds/text';
import { fieldsFor } from '@millwright/contract/kernel/field';
import type { AnyField } from '@millwright/contract/kernel/field';
import type { ReactNode } from 'react';
import { t } from '../kernel/language.tsx';
import { viewOf } from '../kinds/kind-views.ts';
import type { EntityRow } from './entity-row.ts';
import { wordsWidth } from './letter-width.ts';

/** A column of a list: what it shows, its head, its place and how its cells are made. */
export interface Column {
  readonly prop: string;
  readonly label: string;
  /** Unit that stands lighter behind the label. */
  readonly unit?: string | undefined;
  /** `field` of the declaration, `system` column, `own` of the page. */
  readonly type: 'field' | 'system' | 'own';
  readonly width: number;
  /** The value as text, for cards and exports of the screen. */
  readonly formatter?: (row: EntityRow) => string;
  /** The cell, where it is not the one of the field's kind. */
  readonly render?: ((row: EntityRow) => ReactNode) | undefined;
  /** How its total is written, where its cells are no plain numbers. */
  readonly total?: ((sum: unknown) => string) | undefined;
  readonly sortable: boolean;
  readonly fixed?: 'start' | undefined;
  readonly right?: boolean | undefined;
  readonly field?: AnyField;
  /** Its cells lead elsewhere by themselves, so that they do not open the row besides. */
  readonly leads?: boolean;
  /** Hidden until somebody chooses it in the column settings. */
  readonly extra?: boolean;
  /** How far it may outgrow its declared width where that makes one scroll further; absent = by a letter or two. */
  readonly growth?: number;
  /** Its width was set by hand. */
  readonly byHand?: boolean;
}

export type Cells = Readonly<Record<string, (row: EntityRow) => ReactNode>>;

/** A column that a page adds, or what it changes of one that exists. */
export type OwnColumn = Partial<Omit<Column, 'prop' | 'type'>> & { readonly prop: string };

/**
 * Every column that a list of the entity may show, in the order of the declaration. For people who are not
 * company-wide the department and the fields meant for company-wide people do not exist, not even as a choice.
 */
export function columnsOf(
  entity: AnyEntity,
  companyWide: boolean,
  cells: Cells = {},
  own: readonly OwnColumn[] = [],
): Column[] {
  const fields = fieldsFor(entity.fields, companyWide)
    .filter(([name, field]) => field.list || own.some((one) => one.prop === name))
    .map(([name, field]) => fieldColumn(name, field));
  const site =
    companyWide && standsOnSites(entity) && !('departName' in entity.fields)
      ? [departColumn()]
      : [];
  const all = [...fields, ...site, ...systemColumns(entity)];
  for (const one of own) {
    // A field that the page names but that is not among the columns does not exist for this person.
    if (one.prop in entity.fields || all.some((column) => column.prop === one.prop)) continue;
    if (!companyWide && one.prop === 'departName') continue;
    all.push({ type: 'own', label: one.prop, width: 100, sortable: false, ...one });
  }
  return all
    .map((column) => ({
      ...column,
      ...own.find((one) => one.prop === column.prop),
      ...(cells[column.prop] ? { render: cells[column.prop] } : {}),
    }))
    .map((column) => ({ ...column, width: Math.max(column.width, headWidth(column)) }));
}

/** Px that a head needs in its 12 px letters to be read whole. */
export function headWidth({ label: words, unit }: Column): number {
  return Math.ceil(wordsWidth(unit ? `${words}/${unit}` : words, HEAD_LETTERS) + HEAD_PADDING);
}

const HEAD_LETTERS = 12;
const HEAD_PADDING = 17;

function fieldColumn(prop: string, field: AnyField): Column {
  const view = viewOf(field);
  return {
    prop,
    field,
    type: 'field',
    label: t(field.label),
    unit: field.unit ? t(field.unit) : undefined,
    width: field.width ?? view.width,
    sortable: field.sort,
    right: view.right,
  };
}

/** Rows of the company have no site of their own; people have one at home. */
export function standsOnSites(entity: AnyEntity): boolean {
  return entity.scope !== 'company' || 'homeSite' in entity.fields;
}

function departColumn(): Column {
  return {
    prop: 'departName',
    type: 'system',
    label: label('departName'),
    width: 120,
    growth: DEPARTMENT_GROWTH,
    sortable: false,
    field: plainText,
  };
}

/** A department cut short may be any of several: its name stands whole. */
export const DEPARTMENT_GROWTH = 1.6;

function systemColumns(entity: AnyEntity): Column[] {
  if (entity.scope === 'log') return [];
  return ['remark', 'createTime', 'updateTime']
    .filter((name) => !(name in entity.fields))
    .map((prop) => ({
      prop,
      type: 'system',
      extra: true,
      label: label(prop),
      width: prop === 'remark' ? 160 : 150,
      sortable: prop !== 'remark',
      field: prop === 'remark' ? plainText : plainInstant,
    }));
}

function label(name: string): string {
  return t(fieldLabel(name, {}));
}

const plainText = text('', '');
const plainInstant = instant('', '');
