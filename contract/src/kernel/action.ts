import type { AnyFields } from './field.ts';
import type { Text } from './text.ts';

/** One transition of a life cycle: a single conditional update, so that two people cannot both do it. */
export interface Action<State extends string = string> {
  readonly label: Text;
  /** States in which it is allowed; absent = in every state. */
  readonly from?: readonly State[];
  /** State that it leads to; absent = the module decides or nothing changes. */
  readonly to?: State;
  /** A reason must be given. */
  readonly reason?: boolean;
  /** Further fields that the action asks for. */
  readonly fields?: AnyFields;
  /** Question that is asked first; `{name}` is the row's title. */
  readonly confirm?: Text;
  /** Last word of the permission tag when it is not the action's own name. */
  readonly tag?: string;
  /** May be done to a selection (`POST …/actions/:action` with ids). */
  readonly batch?: boolean;
  /** Drawn in the colour of a warning. */
  readonly danger?: boolean;
  /** Name of an icon of the outlined set. */
  readonly icon?: string;
  /** Stands on no button: done by the system or by a page of its own. */
  readonly hidden?: boolean;
}

export type AnyActions = Readonly<Record<string, Action>>;
