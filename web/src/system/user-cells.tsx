import { textOf } from '@millwright/contract/kernel/text';
import type { EntityRow } from '../entity/entity-row.ts';
import type { Cells } from '../entity/list-columns.ts';
import { Avatar } from '../controls/avatar.tsx';
import { t } from '../kernel/language.tsx';
import { Mark } from '../kinds/mark.tsx';
import { wallOf } from '../kinds/site-time.ts';
import { userText as text } from '../locales/people.ts';

/** Cells of the users list that say more than their field. */
export const userCells: Cells = {
  avatar: (row) => (
    <Avatar
      size={22}
      name={textOf(row['realName'] ?? '')}
      address={row['avatar'] as string | null}
    />
  ),
  lastLoginAt: (row) => <LastLogin row={row} />,
  mustChangePassword: (row) =>
    row['mustChangePassword'] ? (
      <span className="state-word">
        <Mark shape="warning" color="--warn-fill" />
        <span>{t(text.mustChange)}</span>
      </span>
    ) : (
      '—'
    ),
};

function LastLogin({ row }: { row: EntityRow }) {
  if (row['limited'] === true)
    return (
      <span className="state-word">
        <Mark shape="lock" color="--warn-fill" />
        <span>{t(text.limited)}</span>
      </span>
    );
  const at = row['lastLoginAt'];
  return typeof at === 'string' ? (
    <span className="num">{wallOf(at)}</span>
  ) : (
    <span className="is-quiet">{t(text.never)}</span>
  );
}
