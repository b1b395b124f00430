import type { Cells } from '../entity/list-columns.ts';
import { t } from '../kernel/language.tsx';
import { Mark } from '../kinds/mark.tsx';
import { kanbanText as text } from '../locales/board.ts';

/** Lit or dark as sign and word; pages by their words. */
export const kanbanCells: Cells = {
  online: (row) => {
    const isOnline = row['online'] === true;
    const word = isOnline ? text.yes : row['lastHeartbeatAt'] ? text.no : text.never;
    return (
      <span className="state-word">
        <Mark shape={isOnline ? 'dot' : 'off'} color={isOnline ? '--st-run' : '--st-offline'} />
        <span>{t(word)}</span>
      </span>
    );
  },
  outdated: (row) =>
    row['outdated'] === true ? (
      <span className="state-word">
        <Mark shape="warning" color="--warn-fill" />
        <span>{t(text.outdated)}</span>
      </span>
    ) : (
      '—'
    ),
};
