import { notifications as limits } from '@millwright/contract/constants';
import type { Tip } from '@millwright/contract/system/tip';
import { BellOutlined } from '@ant-design/icons';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { Popover } from '../controls/popover.tsx';
import { instantText } from '../kernel/dates-plain.ts';
import { t } from '../kernel/language.tsx';
import { notices, pageOf, pollNotices } from '../kernel/notifications.ts';
import { session } from '../kernel/session-store.ts';
import { useStore } from '../kernel/store.ts';
import { shellText as text } from '../locales/shell.ts';
import { badge } from './badge.ts';
import './bell.css';

/** The bell: polls while it is on screen, shows up to ten as a number and the list in a popover. */
export function Bell() {
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
      {(close) => <NoticeList list={list} onLeave={close} />}
    </Popover>
  );
}

function NoticeList({ list, onLeave }: { list: readonly Tip[]; onLeave: () => void }) {
  const navigate = useNavigate();
  const zone = useStore(session, (state) => state.user?.sysConfig.timeZone);
  if (list.length === 0) return <p className="bell-none">{t(text.noData)}</p>;
  const open = (notice: Tip) => {
    const page = pageOf(notice);
    onLeave();
    if (page) void navigate(page);
  };
  return (
    <ul className="bell-list" style={{ maxHeight: limits.listHeightPx }}>
      {list.map((notice) => (
        <li key={`${notice.modelType}-${notice.id}`}>
          <button type="button" onClick={() => open(notice)}>
            <span>{notice.message}</span>
            <time className="num">{instantText(notice.dataTime, zone)}</time>
          </button>
        </li>
      ))}
    </ul>
  );
}
