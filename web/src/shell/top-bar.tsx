import {
  FullscreenExitOutlined,
  FullscreenOutlined,
  MenuFoldOutlined,
  MenuOutlined,
  MenuUnfoldOutlined,
} from '@ant-design/icons';
import { useEffect, useState } from 'react';
import { device, toggleSidebar } from '../kernel/device.ts';
import { locale, t, toggleLanguage } from '../kernel/language.tsx';
import type { FlatRoute } from '../kernel/menu-routes.ts';
import { showsBell } from '../kernel/notifications.ts';
import { CompanyWide } from '../kernel/permission.tsx';
import { session } from '../kernel/session-store.ts';
import { useStore } from '../kernel/store.ts';
import { tabs } from '../kernel/tabs.ts';
import { kernelText } from '../locales/kernel.ts';
import { shellText as text } from '../locales/shell.ts';
import type { RouteTable } from '../routes.tsx';
import { TaskCentre } from '../tasks/task-centre.tsx';
import { Bell } from './bell.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { MenuSearch } from './menu-search.tsx';
import { SiteSwitch } from './site-switch.tsx';
import { UserMenu } from './user-menu.tsx';
import './top-bar.css';

/** The bar above: collapse, where one is, search, task centre, full screen, bell, language, site, person. */
export function TopBar({ route, table }: { route: FlatRoute | undefined; table: RouteTable }) {
  const { mobile, sidebarOpen } = useStore(device);
  const user = useStore(session, (state) => state.user);
  const bell = showsBell(user?.useOrgCode ?? [], user?.sysConfig.notifyOrgCode);
  const toggleLabel = t(mobile ? text.openMenu : sidebarOpen ? text.collapse : text.expand);
  return (
    <header className="top">
      <button
        type="button"
        className="top-icon top-toggle"
        aria-label={toggleLabel}
        title={toggleLabel}
        aria-expanded={sidebarOpen}
        onClick={toggleSidebar}
      >
        {mobile ? (
          <MenuOutlined aria-hidden />
        ) : sidebarOpen ? (
          <MenuFoldOutlined aria-hidden />
        ) : (
          <MenuUnfoldOutlined aria-hidden />
        )}
      </button>
      {mobile ? <PhoneTitle route={route} /> : <Breadcrumb route={route} />}
      <MenuSearch />
      <TaskCentre />
      {!mobile && <FullScreen />}
      {bell && <Bell table={table} />}
      {!mobile && (
        <button
          type="button"
          className="top-icon top-language"
          title={t(kernelText.switchTo)}
          aria-label={t(kernelText.switchTo)}
          onClick={toggleLanguage}
        >
          {locale === 'zh_CN' ? 'EN' : '中文'}
        </button>
      )}
      <span className="top-rule" />
      <CompanyWide>
        <SiteSwitch />
      </CompanyWide>
      <UserMenu />
    </header>
  );
}

function PhoneTitle({ route }: { route: FlatRoute | undefined }) {
  const title = useStore(tabs, (open) => open.find((tab) => tab.name === route?.name)?.title);
  return <b className="top-title">{title}</b>;
}

function FullScreen() {
  const [full, setFull] = useState(false);
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, []);
  const label = t(full ? text.leaveFullScreen : text.fullScreen);
  const toggle = () =>
    void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  return (
    <button type="button" className="top-icon" aria-label={label} title={label} onClick={toggle}>
      {full ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
    </button>
  );
}
