import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import { useState } from 'react';
import type { EntityRow } from '../entity/entity-row.ts';
import { useRow } from '../entity/use-row.ts';
import { user } from '@millwright/contract/system/user';
import { Dialog } from '../controls/dialog.tsx';
import { say, t } from '../kernel/language.tsx';
import { useWork } from '../kernel/work.ts';
import { entityText } from '../locales/entity.ts';
import { userText as text } from '../locales/people.ts';
import { RowPicker } from './row-picker.tsx';
import { refreshUsers, userCalls } from './user-calls.ts';

/** Gives a person the roles of another one, as far as the caller may grant them; what changes is seen before. */
export function CopyRoles({ row, onClose }: { row: EntityRow; onClose: () => void }) {
  const client = useQueryClient();
  const [from, setFrom] = useState<string>();
  const [keep, setKeep] = useState(true);
  const { busy, run } = useWork();
  const { source, given, notGiven, present, after, nameOf } = useCopied(row, from, keep);
  const send = () =>
    run(async () => {
      await userCalls.setRoles(row, after);
      await refreshUsers(client);
      onClose();
    });
  return (
    <Dialog
      open
      width={520}
      title={say(text.copyRolesTitle, { name: String(row['realName']) })}
      okText={t(text.copyRoles)}
      cancelText={t(entityText.cancel)}
      confirmLoading={busy}
      okButtonProps={{ disabled: given.length === 0 }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <label className="dialog-label" htmlFor="copy-from">
        {t(text.copyFrom)}
      </label>
      <RowPicker id="copy-from" target="system/user" value={from} onChange={setFrom} />
      <Checkbox
        className="dialog-check"
        checked={keep}
        onChange={(event) => setKeep(event.target.checked)}
      >
        {t(text.keepOwn)}
      </Checkbox>
      {source && given.length === 0 && <p className="pane-hint">{t(text.noRoles)}</p>}
      {given.length > 0 && <RolesAfter present={present} after={after} nameOf={nameOf} />}
      {notGiven > 0 && <p className="pane-hint">{say(text.notAssignable, { n: notGiven })}</p>}
    </Dialog>
  );
}

/** What copying does: the roles of the other one that may be given, and what the person has before and after. */
function useCopied(row: EntityRow, from: string | undefined, keep: boolean) {
  const { data } = useQuery({
    queryKey: ['assignableRoles', row.id],
    queryFn: () => userCalls.roles(row.id),
  });
  const { row: source } = useRow(user, from);
  const assignable = new Map((data ?? []).map((role) => [role.id, role.roleName]));
  const theirs = idsOf(source?.['role']);
  const given = theirs.filter((id) => assignable.has(id));
  const present = idsOf(row['role']);
  const names = new Map([...namesOf(row), ...(source ? namesOf(source) : []), ...assignable]);
  return {
    source,
    given,
    notGiven: theirs.length - given.length,
    present,
    after: keep ? [...new Set([...present, ...given])] : given,
    nameOf: (id: string) => names.get(id) ?? id,
  };
}

function RolesAfter({
  present,
  after,
  nameOf,
}: {
  present: readonly string[];
  after: readonly string[];
  nameOf: (id: string) => string;
}) {
  return (
    <>
      <h3 className="dialog-label">{t(text.rolesAfter)}</h3>
      <ul className="role-changes">
        {after.map((id) => (
          <li key={id}>
            {nameOf(id)}
            {!present.includes(id) && <small className="is-added">{t(text.roleAdded)}</small>}
          </li>
        ))}
        {present
          .filter((id) => !after.includes(id))
          .map((id) => (
            <li key={id}>
              <s>{nameOf(id)}</s>
              <small className="is-lost">{t(text.roleLost)}</small>
            </li>
          ))}
      </ul>
    </>
  );
}

function idsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function namesOf(row: EntityRow): [string, string][] {
  const shown = row.shown?.['role'];
  return Array.isArray(shown)
    ? idsOf(row['role']).map((id, index) => [id, shown[index] ?? id])
    : [];
}
