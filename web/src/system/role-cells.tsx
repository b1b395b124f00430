import { role } from '@millwright/contract/system/role';
import { Link } from 'react-router';
import type { EntityRow } from '../entity/entity-row.ts';
import type { Cells } from '../entity/list-columns.ts';
import { titleOf } from '../entity/row-acts.ts';
import { say, t } from '../kernel/language.tsx';
import { roleText as text } from '../locales/people.ts';
import { numberText } from '../kinds/number-text.ts';

/** Facts of a role's drawer that its fields alone would not tell. */
export const roleFacts: Cells = { siteId: siteOf };

/** Cells of the roles list: the site in words when it is none, the people as a way to them. */
export const roleCells: Cells = {
  roleName: (row) => titleOf(role, row),
  siteId: siteOf,
  userCount: (row) => (
    <Link
      className="num"
      to={`/system/user?role=${row.id}`}
      title={say(text.userLink, { name: titleOf(role, row) })}
      onClick={(event) => event.stopPropagation()}
    >
      {numberText(row['userCount'])}
    </Link>
  ),
};

function siteOf(row: EntityRow): string {
  return row['siteId'] ? String(row.shown?.['siteId'] ?? row['siteId']) : t(text.allSites);
}
