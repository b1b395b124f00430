import { password as length } from '@millwright/contract/constants';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { CopyButton } from '../controls/copy-button.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import { say, t } from '../kernel/language.tsx';
import { Refusal } from '../kernel/refusal.ts';
import { entityText } from '../locales/entity.ts';
import { controlText } from '../locales/controls.ts';
import { userText as text } from '../locales/people.ts';
import { randomPassword } from './random-password.ts';
import { refreshUsers, userCalls } from './user-calls.ts';

/** Proposes a random password, sets it, and shows it this once. */
export function ResetPassword({ row, onClose }: { row: EntityRow; onClose: () => void }) {
  const client = useQueryClient();
  const [password, setPassword] = useState(() => randomPassword());
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const send = async () => {
    setBusy(true);
    setProblem('');
    try {
      await userCalls.reset(row, password);
      setDone(true);
      await refreshUsers(client);
    } catch (error) {
      if (error instanceof Refusal) setProblem(error.errors[0]?.message ?? '');
    } finally {
      setBusy(false);
    }
  };
  const title = say(text.resetTitle, { name: String(row['realName']) });
  if (done) {
    return (
      <Modal
        open
        width={440}
        title={title}
        mask={{ closable: false }}
        onCancel={onClose}
        footer={
          <Button type="primary" onClick={onClose}>
            {t(text.close)}
          </Button>
        }
      >
        <p className="dialog-question">{t(text.resetDone)}</p>
        <div className="once">
          <output>{password}</output>
          <CopyButton text={password} label={t(controlText.copy)} withWord />
        </div>
      </Modal>
    );
  }
  return (
    <Modal
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
          onChange={(event) => setPassword(event.target.value)}
          onPressEnter={() => void send()}
        />
        <Button onClick={() => setPassword(randomPassword())}>{t(text.another)}</Button>
      </div>
      {problem && (
        <div className="form-problem" id="new-password-problem" role="alert">
          {problem}
        </div>
      )}
    </Modal>
  );
}
