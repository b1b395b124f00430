import {
  DownOutlined,
  KeyOutlined,
  LockOutlined,
  LogoutOutlined,
  SettingOutlined,
  TranslationOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Avatar } from '../controls/avatar.tsx';
import { MenuItem, Popover } from '../controls/popover.tsx';
import { ask } from '../kernel/confirm.ts';
import { device } from '../kernel/device.ts';
import { t, toggleLanguage } from '../kernel/language.tsx';
import { lockNow } from '../kernel/lock-calls.ts';
import { signOut } from '../kernel/session.ts';
import { session } from '../kernel/session-store.ts';
import { changeSetting } from '../kernel/settings.ts';
import { useStore } from '../kernel/store.ts';
import { kernelText } from '../locales/kernel.ts';
import { shellText as text } from '../locales/shell.ts';
import { LockPasswordPrompt } from './lock-password-prompt.tsx';

/** The person's own menu: personal center, lock-screen password, lock, settings, sign out. */
export function UserMenu() {
  const user = useStore(session, (state) => state.user);
  const mobile = useStore(device, (state) => state.mobile);
  const [prompting, setPrompting] = useState(false);
  const navigate = useNavigate();
  const name = user?.realName ?? '';
  const face = (
    <>
      <Avatar name={name} address={user?.avatar} />
      <span>{name}</span>
      <DownOutlined className="top-chevron" aria-hidden />
    </>
  );
  return (
    <>
      <Popover menu label={name} face={face} className="top-user">
        {(close) => {
          const item = (icon: React.ReactNode, label: string, act: () => void) => (
            <MenuItem icon={icon} onClick={() => (close(), act())}>
              {label}
            </MenuItem>
          );
          return (
            <>
              {item(
                <UserOutlined aria-hidden />,
                t(text.profile),
                () => void navigate('/user/profile'),
              )}
              {item(<KeyOutlined aria-hidden />, t(text.lockPassword), () => setPrompting(true))}
              {item(<LockOutlined aria-hidden />, t(text.lock), () => void lockNow())}
              {item(<SettingOutlined aria-hidden />, t(text.settings), () =>
                changeSetting('showSettings', true),
              )}
              {mobile &&
                item(<TranslationOutlined aria-hidden />, t(kernelText.switchTo), toggleLanguage)}
              {item(<LogoutOutlined aria-hidden />, t(text.signOut), () => void askSignOut())}
            </>
          );
        }}
      </Popover>
      {prompting && <LockPasswordPrompt onClose={() => setPrompting(false)} />}
    </>
  );
}

async function askSignOut(): Promise<void> {
  const yes = await ask({
    title: t(kernelText.systemPrompt),
    text: t(text.signOutAsk),
    confirm: t(kernelText.ok),
    cancel: t(kernelText.cancel),
  });
  if (yes) await signOut();
}
