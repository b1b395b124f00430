import { useQuery } from '@tanstack/react-query';
import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { api } from '../../kernel/api.ts';
import { t } from '../../kernel/language.tsx';
import { session } from '../../kernel/session-store.ts';
import { useStore } from '../../kernel/store.ts';
import { profileText as text } from '../../locales/profile.ts';
import { LockTab } from '../../profile/lock-tab.tsx';
import { LoginsTab } from '../../profile/logins-tab.tsx';
import { PasswordTab } from '../../profile/password-tab.tsx';
import { PersonCard } from '../../profile/person-card.tsx';
import { PreferencesTab } from '../../profile/preferences-tab.tsx';
import { ProfileTab } from '../../profile/profile-tab.tsx';
import { SessionsTab } from '../../profile/sessions-tab.tsx';
import type { Profile } from '../../profile/profile-types.ts';
import { tasksText } from '../../locales/tasks.ts';
import { TasksTab } from '../../tasks/tasks-tab.tsx';
import '../../profile/profile.css';

/** The personal center: who one is at the left, everything of one's own in tabs. The tab stands in the address. */
export default function ProfilePage() {
  const [search, setSearch] = useSearchParams();
  const mustChange = useStore(session, (state) => state.user?.mustChangePassword ?? false);
  const { data } = useQuery({
    queryKey: ['profile'],
    queryFn: () => api.get<Profile>('/api/user/info'),
  });
  const all = [
    { key: 'profile', label: t(text.tabs.profile), children: <ProfileTab profile={data} /> },
    { key: 'password', label: t(text.tabs.password), children: <PasswordTab /> },
    { key: 'lock', label: t(text.tabs.lock), children: <LockTab /> },
    { key: 'sessions', label: t(text.tabs.sessions), children: <SessionsTab /> },
    { key: 'logins', label: t(text.tabs.logins), children: <LoginsTab /> },
    { key: 'preferences', label: t(text.tabs.preferences), children: <PreferencesTab /> },
    { key: 'tasks', label: t(tasksText.profileTab), children: <TasksTab /> },
  ];
  const items = mustChange ? all.filter((item) => item.key === 'password') : all;
  const asked = search.get('tab');
  const active = items.find((item) => item.key === asked)?.key ?? items[0]?.key ?? 'profile';
  return (
    <div className="profile">
      <PersonCard profile={data} />
      <section className="card profile-main">
        <Tabs
          activeKey={active}
          items={items}
          destroyOnHidden
          onChange={(tab) => setSearch({ tab }, { replace: true })}
        />
      </section>
    </div>
  );
}
