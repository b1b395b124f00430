import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { useEffect, useMemo, useState } from 'react';
import { isCompanyWide } from '../kernel/permission.tsx';
import { readPreference, writePreference } from '../kernel/preferences.ts';
import { firstFitting } from './fit-columns.ts';
import { columnsOf } from './list-columns.ts';
import type { Cells, Column, OwnColumn } from './list-columns.ts';

/** What a person chose of a list's columns. */
export interface ColumnChoice {
  /** Shown columns in their order; absent = as the page says. */
  readonly shown?: readonly string[];
  readonly widths?: Readonly<Record<string, number>>;
}

export interface Columns {
  /** All that exist, shown ones first and in their order. */
  readonly all: readonly Column[];
  readonly shown: readonly Column[];
  readonly show: (props: readonly string[]) => void;
  readonly resize: (prop: string, width: number) => void;
  readonly reset: () => void;
}

export interface ColumnOptions {
  /** Stands for the page in the preferences when two pages show one entity. */
  readonly page?: string | undefined;
  /** Columns shown before anybody chose. */
  readonly usual?: readonly string[] | undefined;
  readonly cells?: Cells | undefined;
  readonly own?: readonly OwnColumn[] | undefined;
}

/** The columns of a list as the person set them up; kept on the server, so that they follow to any terminal. */
export function useColumns(entity: AnyEntity, options: ColumnOptions): Columns {
  const { page = entity.name, usual, cells, own } = options;
  const key = `columns.${page.replaceAll('/', '.')}`;
  const [choice, setChoice] = useState<ColumnChoice>(() => held.get(key) ?? {});
  useEffect(() => {
    if (held.has(key)) return;
    void readPreference<ColumnChoice>(key).then((stored) => {
      held.set(key, stored ?? {});
      if (stored) setChoice(stored);
    });
  }, [key]);
  const all = useMemo(() => columnsOf(entity, isCompanyWide(), cells, own), [entity, cells, own]);
  const [room] = useState(listRoom);
  const keep = (next: ColumnChoice) => {
    held.set(key, next);
    setChoice(next);
    void writePreference(key, next);
  };
  return {
    ...arranged(all, choice, usual, room),
    show: (shown) => keep({ ...choice, shown }),
    resize: (prop, width) => keep({ ...choice, widths: { ...choice.widths, [prop]: width } }),
    reset: () => keep({}),
  };
}

/**
 * Applies a choice: unknown names are ignored, at least one column stays, widths are those set by hand. Where neither
 * a person nor the page chose, as many stand as `room` px hold; the others wait in the column settings.
 */
export function arranged(
  all: readonly Column[],
  choice: ColumnChoice,
  usual: readonly string[] | undefined,
  room = Number.POSITIVE_INFINITY,
): Pick<Columns, 'all' | 'shown'> {
  const sized = all.map((column) => {
    const width = choice.widths?.[column.prop];
    return width === undefined ? column : { ...column, width, byHand: true };
  });
  const byProp = new Map(sized.map((column) => [column.prop, column]));
  const asked =
    choice.shown ??
    withDepartment(sized, usual) ??
    byThemselves(sized, room).map((column) => column.prop);
  const found = asked.flatMap((prop) => byProp.get(prop) ?? []);
  const shown = found.length > 0 ? found : sized.slice(0, 1);
  return { shown, all: [...shown, ...sized.filter((column) => !shown.includes(column))] };
}

/** Company-wide people see whose row it is, also on pages that name their columns: behind the first two. */
function withDepartment(
  all: readonly Column[],
  usual: readonly string[] | undefined,
): readonly string[] | undefined {
  const isOffered = all.some(isDepartment);
  return usual && isOffered && !usual.includes('departName')
    ? usual.toSpliced(2, 0, 'departName')
    : usual;
}

/** The columns of a page that names none, the department where the pages that do have it. */
function byThemselves(all: readonly Column[], room: number): readonly Column[] {
  const listed = all.filter((column) => !column.extra);
  const department = listed.filter(isDepartment);
  const others = listed.filter((column) => !isDepartment(column));
  return firstFitting(others.toSpliced(2, 0, ...department), room, isDepartment);
}

function isDepartment({ prop, type }: Column): boolean {
  return prop === 'departName' && type === 'system';
}

/** Px that a list has for its columns beside menu, selection and buttons; on a narrow window it scrolls. */
function listRoom(): number {
  return Math.max(window.innerWidth, NARROWEST) - BESIDE;
}

const NARROWEST = 1366;
const BESIDE = 348;

const held = new Map<string, ColumnChoice>();
