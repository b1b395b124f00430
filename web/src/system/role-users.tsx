import { role } from '@millwright/contract/system/role';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Skeleton, Transfer } from 'antd';
import { useState } from 'react';
import { Dialog } from '../controls/dialog.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import { keyOf } from '../entity/query-key.ts';
import { titleOf } from '../entity/row-acts.ts';
import { api } from '../kernel/api.ts';
import { say, t } from '../kernel/language.tsx';
import { session } from '../kernel/session-store.ts';
import { useWork } from '../kernel/work.ts';
import { entityText } from '../locales/entity.ts';
import { roleText as text } from '../locales/people.ts';

interface RoleUser {
  readonly id: string;
  readonly username: string;
  readonly realName: string;
  readonly checked: boolean;
}

/** Who holds a role: everybody in reach at the left, holders at the right; what changes is counted before it is saved. */
export function RoleUsers({ row, onClose }: { row: EntityRow; onClose: () => void }) {
  const client = useQueryClient();
  const path = `${role.path}/${row.id}/users`;
  const { data } = useQuery({
    queryKey: keyOf(role, 'users', row.id),
    queryFn: async () => (await api.get<{ list: readonly RoleUser[] }>(path)).list,
    staleTime: 0,
  });
  const [chosen, setChosen] = useState<readonly string[]>();
  const { busy, run } = useWork();
  const before = (data ?? []).filter((user) => user.checked).map((user) => user.id);
  const now = chosen ?? before;
  const added = now.filter((id) => !before.includes(id)).length;
  const removed = before.filter((id) => !now.includes(id)).length;
  const save = () =>
    run(async () => {
      await api.put(path, { userIds: now });
      await client.invalidateQueries({ queryKey: keyOf(role) });
      onClose();
    });
  return (
    <Dialog
      open
      width={760}
      title={say(text.usersTitle, { name: titleOf(role, row) })}
      okText={t(entityText.save)}
      cancelText={t(entityText.cancel)}
      confirmLoading={busy}
      okButtonProps={{ disabled: added + removed === 0 }}
      mask={{ closable: false }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {!data ? (
        <Skeleton active />
      ) : (
        <>
          <Holders people={data} holders={now} onChange={setChosen} />
          <p className="pane-hint num">{say(text.changes, { added, removed })}</p>
        </>
      )}
    </Dialog>
  );
}

function Holders({
  people,
  holders,
  onChange,
}: {
  people: readonly RoleUser[];
  holders: readonly string[];
  onChange: (ids: readonly string[]) => void;
}) {
  return (
    <Transfer
      className="role-users"
      showSearch
      showSelectAll
      dataSource={people.map((user) => ({
        key: user.id,
        // Nobody changes the own roles.
        disabled: user.id === session.get().user?.userId,
        title: `${user.realName} ${user.username}`,
        user,
      }))}
      targetKeys={[...holders]}
      actions={[t(text.give), t(text.take)]}
      titles={[t(text.usersOut), t(text.usersIn)]}
      onChange={(keys) => onChange(keys.map(String))}
      render={({ user }) => (
        <span className="role-user">
          {user.realName}
          <small>{user.username}</small>
        </span>
      )}
      filterOption={(word, { title }) => title.toLowerCase().includes(word.trim().toLowerCase())}
      locale={{
        searchPlaceholder: t(text.searchUsers),
        notFoundContent: t(text.nothing),
        itemUnit: '',
        itemsUnit: '',
      }}
    />
  );
}
