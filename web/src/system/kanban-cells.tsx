import { textOf } from '@millwright/contract/kernel/text';
import { kanban } from '@millwright/contract/system/kanban';
import type { Cells } from '../entity/list-columns.ts';
import { say, t } from '../kernel/language.tsx';
import { Mark } from '../kinds/mark.tsx';
import { kanbanText as text } from '../locales/board.ts';
import { toneCell } from '../log/tone-cell.tsx';
import '../log/log.css';

/** Lit or dark as sign and word; pages by their words; under the outcome of a command the screens that have not done it. */
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
  lastCommandState: (row) => {
    const screens = textOf(row['unanswered'] ?? '');
    return (
      <>
        {outcomeCell(row)}
        {screens && (
          <small className="screens-left" title={say(text.notDoneBy, { screens })}>
            {screens}
          </small>
        )}
      </>
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

const outcomeCell = toneCell(kanban, 'lastCommandState', { failed: 'bad', silent: 'bad' });
