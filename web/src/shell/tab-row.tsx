import { tabs as limits } from '@millwright/contract/constants';
import { CloseOutlined } from '@ant-design/icons';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { say, t } from '../kernel/language.tsx';
import { useStore } from '../kernel/store.ts';
import { tabs } from '../kernel/tabs.ts';
import type { Tab } from '../kernel/tabs-model.ts';
import { shellText as text } from '../locales/shell.ts';
import { TabMenu } from './tab-menu.tsx';
import { useTabActions } from './use-tab-actions.ts';
import './tab-row.css';

/** One tab per visited page; middle click closes, right click opens the menu. */
export function TabRow({ active }: { active: string | undefined }) {
  const open = useStore(tabs);
  const actions = useTabActions(active);
  const [menu, setMenu] = useState<{ tab: Tab; x: number; y: number } | null>(null);
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[data-active]');
    if (row.current && tab) intoView(row.current, tab);
  }, [active, open.length]);
  return (
    <nav ref={row} className="tabs" aria-label={t(text.openPages)} onScroll={() => setMenu(null)}>
      {open.map((tab) => (
        <span
          key={tab.key}
          className="tab"
          data-active={tab.key === active || undefined}
          onMouseDown={(event) => event.button === 1 && event.preventDefault()}
          onAuxClick={(event) => event.button === 1 && void actions.close(tab)}
          onContextMenu={(event) => {
            event.preventDefault();
            setMenu({ tab, x: event.clientX, y: event.clientY });
          }}
        >
          <Link
            to={tab.fullPath}
            aria-current={tab.key === active ? 'page' : undefined}
            draggable={false}
          >
            {tab.title}
          </Link>
          {!tab.meta.affix && (
            <button
              type="button"
              aria-label={say(text.closeTab, { title: tab.title })}
              onClick={() => void actions.close(tab)}
            >
              <CloseOutlined aria-hidden />
            </button>
          )}
        </span>
      ))}
      {menu && <TabMenu {...menu} actions={actions} onClose={() => setMenu(null)} />}
    </nav>
  );
}

/** Scrolls the row so that a tab is seen whole, with a little room beside it. */
function intoView(row: HTMLElement, tab: HTMLElement): void {
  const left = tab.offsetLeft - row.offsetLeft - limits.scrollPaddingPx;
  const right = left + tab.offsetWidth + 2 * limits.scrollPaddingPx;
  if (left < row.scrollLeft) row.scrollTo({ left });
  else if (right > row.scrollLeft + row.clientWidth)
    row.scrollTo({ left: right - row.clientWidth });
}
