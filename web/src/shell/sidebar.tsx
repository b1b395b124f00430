import { menuGroups } from '@millwright/contract/menu';
import type { MenuGroup } from '@millwright/contract/menu/entry';
import { DownOutlined } from '@ant-design/icons';
import { useEffect, useMemo, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { Logo } from '../controls/logo.tsx';
import { api } from '../kernel/api.ts';
import { t, titled } from '../kernel/language.tsx';
import { openEntry, sidebar } from '../kernel/menu-routes.ts';
import type { SideEntry } from '../kernel/menu-routes.ts';
import { session } from '../kernel/session-store.ts';
import { settings } from '../kernel/settings.ts';
import { useStore } from '../kernel/store.ts';
import { shellText as text } from '../locales/shell.ts';
import { findRoute } from '../routes.tsx';
import type { RouteTable } from '../routes.tsx';
import { FavouriteRow, StarButton } from './favourites.tsx';
import { MenuIcon } from './menu-icons.tsx';
import './sidebar.css';

/** The sidebar: who and where, favourites, and the menu with one submenu open. */
export function Sidebar({ table }: { table: RouteTable }) {
  const routes = useStore(session, (state) => state.routes);
  const entries = useMemo(() => sidebar(routes), [routes]);
  const { pathname } = useLocation();
  const found = findRoute(table, pathname);
  const active =
    found.kind === 'page' ? (found.route.meta.activeMenu ?? found.route.path) : pathname;
  const [open, setOpen] = useState<string | undefined>();
  useEffect(() => setOpen(openEntry(entries, active)), [entries, active]);
  return (
    <nav className="side" aria-label={t(text.mainMenu)}>
      <Person />
      <FavouriteRow entries={entries} active={active} />
      <ul className="side-menu">
        {entries.map((entry, index) => (
          <li key={entry.key}>
            {entry.group && entry.group !== entries[index - 1]?.group && (
              <h2>{groupName(entry.group)}</h2>
            )}
            <Entry
              entry={entry}
              active={active}
              open={open === entry.key}
              onToggle={() => setOpen(open === entry.key ? undefined : entry.key)}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Person() {
  const user = useStore(session, (state) => state.user);
  const logo = useStore(settings, (state) => state.sidebarLogo);
  const [current, setCurrent] = useState<{ realName: string; departName: string } | null>(null);
  const navigate = useNavigate();
  const site = user?.sysDepart?.departId;
  useEffect(() => {
    api
      .get<{ realName: string; departName: string } | null>('/api/user/info/current', undefined, {
        quiet: true,
        background: true,
      })
      .then(setCurrent, () => undefined);
  }, [site]);
  const depart = titled(
    current?.departName ?? user?.sysDepart?.departName,
    user?.sysDepart?.departNameEn,
  );
  return (
    <button type="button" className="side-person" onClick={() => void navigate('/user/profile')}>
      {logo && <Logo />}
      <span>
        <b>{current?.realName ?? user?.realName}</b>
        <small>{depart}</small>
      </span>
    </button>
  );
}

interface EntryProps {
  readonly entry: SideEntry;
  readonly active: string;
  readonly open: boolean;
  readonly onToggle: () => void;
}

function Entry({ entry, active, open, onToggle }: EntryProps) {
  if (entry.children.length === 0) return <Leaf entry={entry} active={active} />;
  return (
    <>
      <button
        type="button"
        className="side-entry"
        aria-expanded={open}
        title={entry.title}
        onClick={onToggle}
      >
        <MenuIcon name={entry.icon} />
        <span>{entry.title}</span>
        <DownOutlined className="side-chevron" aria-hidden />
      </button>
      {open && (
        <ul className="side-sub">
          {entry.children.map((child) => (
            <SubEntry key={child.key} entry={child} active={active} />
          ))}
        </ul>
      )}
    </>
  );
}

/** A directory inside a directory opens in place. */
function SubEntry({ entry, active }: { entry: SideEntry; active: string }) {
  const holdsActive = entry.children.some((child) => child.path === active);
  const [open, setOpen] = useState(holdsActive);
  useEffect(() => {
    if (holdsActive) setOpen(true);
  }, [holdsActive]);
  return (
    <li>
      <Entry
        entry={{ ...entry, icon: undefined }}
        active={active}
        open={open}
        onToggle={() => setOpen(!open)}
      />
    </li>
  );
}

function Leaf({ entry, active }: { entry: SideEntry; active: string }) {
  const inside = (
    <>
      <MenuIcon name={entry.icon} />
      <span>{entry.title}</span>
    </>
  );
  if (entry.external) {
    return (
      <a
        className="side-entry"
        href={entry.path}
        target="_blank"
        rel="noreferrer"
        title={entry.title}
      >
        {inside}
      </a>
    );
  }
  return (
    <div className="side-leaf">
      <Link
        className="side-entry"
        to={entry.path}
        title={entry.title}
        aria-current={entry.path === active ? 'page' : undefined}
      >
        {inside}
      </Link>
      <StarButton path={entry.path} title={entry.title} />
    </div>
  );
}

function groupName(group: string): string {
  return group in menuGroups ? t(menuGroups[group as MenuGroup]) : group;
}
