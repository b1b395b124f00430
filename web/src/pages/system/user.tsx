import { user } from '@millwright/contract/system/user';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { widthFor } from '../../base/column-width.ts';
import EntityPage from '../../entity/entity-page.tsx';
import type { EntityRow } from '../../entity/entity-row.ts';
import { CopyRoles } from '../../system/copy-roles.tsx';
import { ResetPassword } from '../../system/reset-password.tsx';
import { SyncTerminals } from '../../system/sync-terminals.tsx';
import { userAct, userActs, userBatch, userSteps } from '../../system/user-acts.ts';
import { userCells } from '../../system/user-cells.tsx';
import { UserFigures } from '../../system/user-figures.tsx';
import { UserForm } from '../../system/user-form.tsx';
import { UserPermissions } from '../../system/user-permissions.tsx';
import { UserSessions } from '../../system/user-sessions.tsx';
import '../../system/system.css';

/** Users: who cannot get in, then role and site of everybody. */
export default function UserPage() {
  const client = useQueryClient();
  const [open, setOpen] = useState<{ name: string; row: EntityRow }>();
  const close = () => setOpen(undefined);
  const act = (name: string, rows: readonly EntityRow[]) => {
    const [row] = rows;
    if (!row) return false;
    if (name in DIALOGS) {
      setOpen({ name, row });
      return Promise.resolve();
    }
    return userAct(client, name, rows);
  };
  const Dialog = open && DIALOGS[open.name];
  return (
    <>
      <EntityPage
        entity={user.name}
        columns={COLUMNS}
        ownColumns={WIDTHS}
        filters={FILTERS}
        searchTags={SEARCH_TAGS}
        cells={userCells}
        figures={UserFigures}
        form={UserForm}
        actions={userSteps}
        ownActs={userActs}
        ownBatch={userBatch}
        onAct={act}
        toolbar={tools}
      />
      {open && Dialog && (
        <Dialog key={`${open.name}${open.row.id}`} row={open.row} onClose={close} />
      )}
    </>
  );
}

function tools() {
  return <SyncTerminals />;
}

const DIALOGS: Readonly<
  Record<string, React.ComponentType<{ row: EntityRow; onClose: () => void }>>
> = {
  reset: ResetPassword,
  sessions: UserSessions,
  permissions: UserPermissions,
  copyRoles: CopyRoles,
};

const COLUMNS = ['username', 'realName', 'role', 'userIdentity', 'phone', 'status', 'lastLoginAt'];
const WIDTHS = [
  { prop: 'username', width: 110 },
  { prop: 'realName', width: 120 },
  { prop: 'role', width: 150 },
  { prop: 'userIdentity', width: widthFor(104, 120) },
  { prop: 'phone', width: 110 },
  { prop: 'status', width: 90 },
];
const FILTERS = ['status', 'role', 'homeSite', 'userIdentity', 'lastLoginAt', 'createTime'];
/** Fixed by the specification: these buttons take the tag of adding people. */
const SEARCH_TAGS = ['system:user:add'];
