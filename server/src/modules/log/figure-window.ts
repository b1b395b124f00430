import type { FilterValue } from '@millwright/contract/kernel/query';
import type { Session } from '../../kernel/context.ts';
import { isoOf } from '../../kernel/log/search.ts';
import { askedWindow, usualWindow } from '../../kernel/log/window.ts';

/** The time over which figures above a log are reckoned: `begin` and `end` as the list takes them, else seven days. */
export function figureWindow(
  session: Session,
  { begin, end }: Readonly<Record<string, unknown>>,
): { begin: string; end: string } {
  const at: FilterValue = {
    ...(typeof begin === 'string' && begin !== '' ? { begin } : {}),
    ...(typeof end === 'string' && end !== '' ? { end } : {}),
  };
  const window = askedWindow(session, at.begin || at.end ? { at } : {}) ?? usualWindow(session);
  return { begin: isoOf(window.begin), end: isoOf(window.end) };
}
