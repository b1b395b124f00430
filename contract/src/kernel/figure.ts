import type { Text } from './text.ts';

/**
 * What a counter above a list says beside its number: `on` runs, `off` was switched off, `dark` should run and does not
 * (red), `lacking` hinders the work (amber), `open` is still to be filled, `locked` waits for its person.
 */
export type FigureLook = 'on' | 'off' | 'dark' | 'lacking' | 'open' | 'locked';

/** A counter above the list of an entity: how many rows fit its conditions; a click shows them. */
export interface Figure {
  readonly label: Text;
  /** Conditions as the list takes them; none = all rows. */
  readonly filters: Readonly<Record<string, string>>;
  readonly look?: FigureLook;
  /** Words beside the number that explain it. */
  readonly note?: Text;
}

/** Counters of entities that are switched on and off. */
export const enabledFigure = {
  label: { zh: '启用', en: 'Enabled' },
  filters: { status: '1' },
} as const satisfies Figure;

export const disabledFigure = {
  label: { zh: '已停用', en: 'Disabled' },
  filters: { status: '0' },
  look: 'off',
} as const satisfies Figure;
