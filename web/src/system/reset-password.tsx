import { password as length } from '@millwright/contract/constants';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { Dialog } from '../controls/dialog.tsx';
import { OnceDialog, OnceValue } from '../controls/once-dialog.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import { say, t } from '../kernel/language.tsx';
import { useWork } from '../kernel/work.ts';
import { entityText } from '../locales/entity.ts';
import { controlText } from '../locales/controls.ts';
import { userText as text } from '../locales/people.ts';
import { randomPassword } from './random-password.ts';
import { refreshUsers, userCalls } from './user-calls.ts';

/** Proposes a random password, sets it, and shows it this once. */
export function ResetPassword({ row, onClose }: { row: EntityRow; onClose: () => void }) {
  const [password, setPassword] = useState(() => randomPassword());
  const [done, setDone] = useState(false);
  const title = say(text.resetTitle, { name: String(row['realName']) });
  return done ? (
    <NewPassword title={title} password={password} onClose={onClose} />
  ) : (
    <PasswordQuestion
      title={title}
      row={row}
      password={password}
      onChange={setPassword}
      onDone={() => setDone(true)}
      onClose={onClose}
    />
  );
}

function PasswordQuestion({
  title,
  row,
  password,
  onChange,
  onDone,
  onClose,
}: {
  title: string;
  row: EntityRow;
  password: string;
  onChange: (password: string) => void;
  onDone: () => void;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const { busy, problems, run } = useWork();
  const problem = problems[0]?.message;
  const send = () =>
    run(async () => {
      await userCalls.reset(row, password);
      onDone();
      await refreshUsers(client);
    });
  return (
    <Dialog
      open
      width={440}
      title={title}
      mask={{ closable: false }}
      okText={t(text.reset)}
      cancelText={t(entityText.cancel)}
      confirmLoading={busy}
      okButtonProps={{ danger: true, disabled: password === '' }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <p className="dialog-question">{t(text.resetEffect)}</p>
      <label className="dialog-label" htmlFor="new-password">
        {t(text.newPassword)}
      </label>
      <div className="once">
        <Input
          id="new-password"
          className="num"
          value={password}
          maxLength={length.max}
          autoComplete="off"
          spellCheck={false}
          {...(problem
            ? { status: 'error' as const, 'aria-describedby': 'new-password-problem' }
            : {})}
          onChange={(event) => onChange(event.target.value)}
          onPressEnter={() => password !== '' && void send()}
        />
        <Button onClick={() => onChange(randomPassword())}>{t(text.another)}</Button>
      </div>
      {problem && (
        <div className="form-problem" id="new-password-problem" role="alert">
          {problem}
        </div>
      )}
    </Dialog>
  );
}

/** The password that was set; whoever closes this has seen it for the last time. */
function NewPassword({
  title,
  password,
  onClose,
}: {
  title: string;
  password: string;
  onClose: () => void;
}) {
  return (
    <OnceDialog
      width={440}
      title={title}
      note={t(text.resetDone)}
      done={t(text.close)}
      onClose={onClose}
    >
      <OnceValue value={password} label={t(controlText.copy)} />
    </OnceDialog>
  );
}
