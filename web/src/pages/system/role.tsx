import { role } from '@millwright/contract/system/role';
import { useState } from 'react';
import { widthFor } from '../../base/column-width.ts';
import EntityPage from '../../entity/entity-page.tsx';
import type { DetailSlots } from '../../entity/entity-drawer.tsx';
import type { EntityRow } from '../../entity/entity-row.ts';
import { RowDetails } from '../../entity/row-details.tsx';
import { titleOf } from '../../entity/row-acts.ts';
import type { RowAct } from '../../entity/row-acts.ts';
import { t } from '../../kernel/language.tsx';
import { hasPermission } from '../../kernel/permission.tsx';
import { roleText as text } from '../../locales/people.ts';
import { roleCells, roleFacts } from '../../system/role-cells.tsx';
import { RolePermissions, RolePermissionsInput } from '../../system/role-permissions.tsx';
import { RoleUsers } from '../../system/role-users.tsx';
import '../../system/system.css';

/** Roles: how many people hold each and what it may do in one line. */
export default function RolePage() {
  const [users, setUsers] = useState<EntityRow>();
  const act = (name: string, rows: readonly EntityRow[]) => {
    if (name !== 'users') return false;
    setUsers(rows[0]);
    return Promise.resolve();
  };
  return (
    <>
      <EntityPage
        entity={role.name}
        columns={COLUMNS}
        cells={roleCells}
        ownColumns={OWN_COLUMNS}
        beside={RolePermissionsInput}
        opens={opens}
        detail={DETAIL}
        ownActs={acts}
        onAct={act}
      />
      {users && <RoleUsers key={users.id} row={users} onClose={() => setUsers(undefined)} />}
    </>
  );
}

const COLUMNS = ['roleName', 'roleKey', 'summary', 'userCount', 'siteId', 'dataScope', 'status'];
const OWN_COLUMNS = [
  {
    prop: 'roleName',
    width: widthFor(120, 150),
    formatter: (row: EntityRow) => titleOf(role, row),
  },
  { prop: 'roleKey', width: 160 },
  { prop: 'summary', width: 320 },
  { prop: 'userCount', width: 80, right: true },
  { prop: 'siteId', width: 110 },
  { prop: 'status', width: 80 },
];

const DETAIL: DetailSlots = {
  tabs: (row) => [
    { key: 'permissions', label: t(text.permissions), content: <RolePermissions row={row} /> },
  ],
  details: (row) => <RowDetails entity={role} row={row} omit={['menuIds']} cells={roleFacts} />,
};

/** The product knows its own roles by their key. */
function opens(row: EntityRow, name: string): boolean {
  return name !== 'roleKey' || row['builtIn'] !== true;
}

function acts(): RowAct[] {
  return hasPermission(['system:role:assign'])
    ? [{ name: 'users', label: t(text.users), icon: 'team', danger: false }]
    : [];
}
