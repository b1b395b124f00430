import type { AnyField } from '@millwright/contract/kernel/field';
import type { FilterValue } from '@millwright/contract/kernel/query';
import type { ReactNode } from 'react';

/** A value to look at; `shown` is the name behind a reference, as the server answered it. */
export interface CellProps<F = AnyField> {
  readonly field: F;
  readonly value: unknown;
  readonly shown?: string | readonly string[] | undefined;
}

/** A value to change. `onChange(null)` empties it; `shown` names a reference that is chosen already. */
export interface InputProps<F = AnyField> extends CellProps<F> {
  readonly id: string;
  readonly onChange: (value: unknown) => void;
  readonly disabled?: boolean;
  /** A problem stands below the field; its text has the id `describedBy`. */
  readonly invalid?: boolean;
  readonly describedBy?: string | undefined;
}

/** A condition of the list; undefined = no condition. `future`: the list plans ahead. */
export interface FilterProps<F = AnyField> {
  readonly field: F;
  readonly value: FilterValue | undefined;
  readonly onChange: (value: FilterValue | undefined) => void;
  readonly future: boolean;
}

/** The words of a condition, for its chip. */
export interface WordsProps<F = AnyField> {
  readonly field: F;
  readonly value: FilterValue;
}

/** A component without a class: what it draws depends on its properties alone. */
type View<P> = (properties: P) => ReactNode;

/** How the fields of one kind look; one file per kind, named like the kind's file in the contract. */
export interface KindView<F = AnyField> {
  readonly Cell: View<CellProps<F>>;
  readonly Input: View<InputProps<F>>;
  /** Absent = lists cannot be narrowed by this kind. */
  readonly Filter?: View<FilterProps<F>>;
  readonly Words?: View<WordsProps<F>>;
  /** Column width in px. */
  readonly width: number;
  /** Px that the filter has at least. */
  readonly filterWidth?: number;
  /** Px that the filter needs beside its label: a longer label makes it wider. */
  readonly filterRoom?: number;
  /** Numbers stand at the right edge. */
  readonly right?: boolean;
  /** Px of its input in a table of child rows; absent = it shares what the others leave. */
  readonly childWidth?: number;
  /** Takes the whole width of a form. */
  readonly wide?: boolean;
}
