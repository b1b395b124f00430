import { Form, InputNumber } from 'antd';
import { useState } from 'react';
import { ActionButton } from '../kernel/debounce.tsx';
import { t } from '../kernel/language.tsx';
import { lockNow } from '../kernel/lock-calls.ts';
import { session } from '../kernel/session-store.ts';
import { useStore } from '../kernel/store.ts';
import { profileText as text } from '../locales/profile.ts';
import { LockPasswordPrompt } from '../shell/lock-password-prompt.tsx';
import { changeRunModel } from './run-model.ts';

/** Lock-screen password and the time after which the screen locks itself. */
export function LockTab() {
  const [prompting, setPrompting] = useState(false);
  const [typed, setTyped] = useState<number | null>(null);
  const kept = useStore(session, (state) => state.user?.sysConfig.lockAfterMinutes ?? 0);
  const minutes = typed ?? kept;
  return (
    <Form layout="vertical" className="profile-form">
      <Form.Item label={t(text.lockPassword)} extra={t(text.lockPasswordHelp)}>
        <ActionButton onClick={() => setPrompting(true)}>{t(text.change)}</ActionButton>
      </Form.Item>
      <Form.Item label={t(text.lockAfter)} htmlFor="lockAfter" extra={t(text.lockAfterHelp)}>
        <InputNumber
          id="lockAfter"
          min={0}
          max={120}
          precision={0}
          suffix={t(text.minutes)}
          value={minutes}
          onChange={setTyped}
        />
      </Form.Item>
      <div className="profile-buttons">
        <ActionButton
          type="primary"
          disabled={typed === null}
          onClick={() => changeRunModel({ lockAfterMinutes: minutes })}
        >
          {t(text.save)}
        </ActionButton>
        <ActionButton onClick={() => lockNow()}>{t(text.lockNow)}</ActionButton>
      </div>
      {prompting && <LockPasswordPrompt onClose={() => setPrompting(false)} />}
    </Form>
  );
}
