import { isWritable } from '@millwright/contract/kernel/check';
import { englishTitle } from '@millwright/contract/kernel/english-title';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { DictionaryField } from '@millwright/contract/kinds/dictionary';
import { offers, tagFor } from '@millwright/contract/registry';
import { locale, t } from '../kernel/language.tsx';
import { hasPermission } from '../kernel/permission.tsx';
import { entityText } from '../locales/entity.ts';
import type { EntityRow } from './entity-row.ts';
import { textOf } from '@millwright/contract/kernel/text';

/** Something that can be done to a row now. */
export interface RowAct {
  readonly name: string;
  readonly label: string;
  readonly icon: string;
  readonly danger: boolean;
}

/**
 * What this person may do with a row now, as the server says: first the steps of its life cycle, then editing,
 * then what the page adds, then what cannot be undone. `only` narrows to those that the page offers.
 */
export function rowActs(
  entity: AnyEntity,
  row: EntityRow,
  only?: readonly string[],
  own?: (row: EntityRow) => readonly RowAct[],
): RowAct[] {
  const may = new Set((row.actions ?? []).filter((name) => !only || only.includes(name)));
  const steps = Object.keys(entity.actions).filter((name) => may.has(name));
  const calm = steps.filter((name) => !entity.actions[name]?.danger);
  const grave = steps.filter((name) => entity.actions[name]?.danger);
  const ends = (name: string) => (may.has(name) ? [name] : []);
  const named = (names: readonly string[]) => names.map((name) => actOf(entity, name));
  return [
    ...named([...calm, ...ends('edit')]),
    ...(own?.(row) ?? []),
    ...named([...grave, ...ends('remove')]),
  ];
}

/** How an action is called and drawn. */
export function actOf(entity: AnyEntity, name: string): RowAct {
  const action = entity.actions[name];
  if (action)
    return {
      name,
      label: t(action.label),
      icon: action.icon ?? name,
      danger: action.danger ?? false,
    };
  return {
    name,
    label: t(name === 'remove' ? entityText.remove : entityText.edit),
    icon: name,
    danger: name === 'remove',
  };
}

/** Names of the actions that may be done to a selection, as far as the person holds one of its rows' right to it. */
export function batchActs(
  entity: AnyEntity,
  rows: readonly EntityRow[],
  only?: readonly string[],
): RowAct[] {
  return batchNames(entity, only)
    .filter((name) => rows.some((row) => row.actions?.includes(name)))
    .map((name) => actOf(entity, name));
}

/** Whether this person may do anything to a selection of the page; so the boxes stand still whatever rows are shown. */
export function mayBatch(entity: AnyEntity, only?: readonly string[]): boolean {
  return batchNames(entity, only).some((name) => hasPermission([tagFor(entity, name)]));
}

/** Whether this person may do anything to single rows of the entity: a step of its life cycle, editing, deleting. */
export function mayAct(entity: AnyEntity): boolean {
  const ends = ['edit', 'remove'].filter((name) => offers(entity, name));
  return [...Object.keys(entity.actions), ...ends].some((name) =>
    hasPermission([tagFor(entity, name)]),
  );
}

function batchNames(entity: AnyEntity, only: readonly string[] | undefined): string[] {
  const removes = entity.scope !== 'log' && entity.removal !== 'never' && offers(entity, 'remove');
  const names = [
    ...Object.keys(entity.actions).filter((name) => entity.actions[name]?.batch),
    ...(removes ? ['remove'] : []),
  ];
  return names.filter((name) => !only || only.includes(name));
}

/** Those of some rows that this person may take out of use: master data has a status for it. */
export function enabledOf(entity: AnyEntity, rows: readonly EntityRow[]): readonly EntityRow[] {
  const { status } = entity.fields;
  const has =
    status?.kind.name === 'dictionary' &&
    (status as unknown as DictionaryField).dictionary === 'enable_status' &&
    isWritable(entity, 'status');
  return has && hasPermission([tagFor(entity, 'edit')])
    ? rows.filter((row) => row['status'] === '1')
    : [];
}

/** The words that name a row, in the reader's language where the row has both. */
export function titleOf(entity: AnyEntity, row: EntityRow): string {
  return textOf(row[titleField(entity, row)] ?? row[entity.code] ?? row.id);
}

/** The field that names a row: for English readers that of its English title, where the row has it. */
export function titleField(entity: AnyEntity, row: EntityRow): string {
  const english = englishTitle(entity);
  return locale === 'en_US' && english && row[english] ? english : entity.title;
}

/** Code and words of a row in a question: several may share either. */
export function calledOf(entity: AnyEntity, row: EntityRow): string {
  return [...new Set([codeOf(entity, row), titleOf(entity, row)])].join(' ');
}

/** The code by which a row is known on the floor, else its title. */
export function codeOf(entity: AnyEntity, row: EntityRow): string {
  if (entity.code === entity.title) return titleOf(entity, row);
  return textOf(row[entity.code] ?? titleOf(entity, row));
}
