import { notifications as limits } from '@millwright/contract/constants';
import type { Tip } from '@millwright/contract/system/tip';
import { BellOutlined } from '@ant-design/icons';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { Popover } from '../controls/popover.tsx';
import { instantText } from '../kernel/dates-plain.ts';
import { say, t } from '../kernel/language.tsx';
import { routeTitle } from '../kernel/menu-routes.ts';
import { endsWhenRead, notices, pageOf, pollNotices, readNotice } from '../kernel/notifications.ts';
import { session } from '../kernel/session-store.ts';
import { useStore } from '../kernel/store.ts';
import { shellText as text } from '../locales/shell.ts';
import { findRoute, isBuilt } from '../routes.tsx';
import type { RouteTable } from '../routes.tsx';
import { badge } from './badge.ts';
import './bell.css';

/** The bell: polls while it is on screen, shows up to ten as a number and the list in a popover. */
export function Bell({ table }: { table: RouteTable }) {
  useEffect(() => pollNotices(), []);
  const list = useStore(notices, (state) => state.totalList);
  const face = (
    <>
      <BellOutlined aria-hidden />
      {list.length > limits.badgeHiddenAt && (
        <sup className="bell-badge num">{badge(list.length)}</sup>
      )}
    </>
  );
  return (
    <Popover
      label={t(text.notifications)}
      face={face}
      className="top-icon bell"
      width={limits.popoverWidthPx}
    >
      {(close) => <NoticeList list={list} table={table} onLeave={close} />}
    </Popover>
  );
}

interface NoticeListProps {
  readonly list: readonly Tip[];
  readonly table: RouteTable;
  readonly onLeave: () => void;
}

function NoticeList({ list, table, onLeave }: NoticeListProps) {
  const navigate = useNavigate();
  if (list.length === 0) return <p className="bell-none">{t(text.noData)}</p>;
  const open = (notice: Tip, page: string | undefined) => {
    onLeave();
    if (endsWhenRead(notice)) void readNotice(notice);
    if (page) void navigate(page);
  };
  return (
    <ul className="bell-list" style={{ maxHeight: limits.listHeightPx }}>
      {list.map((notice) => (
        <li key={`${notice.modelType}-${notice.id}`}>
          <NoticeLine notice={notice} target={targetOf(notice, table)} onOpen={open} />
        </li>
      ))}
    </ul>
  );
}

/** Where a notice leads, and why the page there will not say more; without a path it leads nowhere. */
interface Target {
  readonly path?: string;
  readonly hint?: string;
}

function targetOf(notice: Tip, table: RouteTable): Target {
  const path = pageOf(notice);
  const found = path === undefined ? undefined : findRoute(table, path.replace(/[?#].*/, ''));
  if (!path || !found || found.kind === 'missing' || found.kind === 'home') return {};
  const page = routeTitle(found.route);
  if (found.kind === 'forbidden') return { path, hint: say(text.notYours, { page }) };
  return isBuilt(found.route) ? { path } : { path, hint: say(text.notInVersion, { page }) };
}

interface NoticeLineProps {
  readonly notice: Tip;
  readonly target: Target;
  readonly onOpen: (notice: Tip, path: string | undefined) => void;
}

/** A notice that neither leads somewhere nor ends when it is read is no button: nothing would happen. */
function NoticeLine({ notice, target: { path, hint }, onOpen }: NoticeLineProps) {
  const zone = useStore(session, (state) => state.user?.sysConfig.timeZone);
  const told = (
    <>
      <span>{notice.message}</span>
      <time className="num">{instantText(notice.dataTime, zone)}</time>
      {hint && <small>{hint}</small>}
    </>
  );
  if (path === undefined && !endsWhenRead(notice)) return <div className="bell-line">{told}</div>;
  return (
    <button type="button" className="bell-line" onClick={() => onOpen(notice, path)}>
      {told}
    </button>
  );
}
