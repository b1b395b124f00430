import { tabs as limits } from '@millwright/contract/constants';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { MenuItem } from '../controls/popover.tsx';
import { t } from '../kernel/language.tsx';
import type { Tab } from '../kernel/tabs-model.ts';
import { shellText as text } from '../locales/shell.ts';
import type { TabActions } from './use-tab-actions.ts';

/** The menu of one tab, where it was right-clicked; any click or scroll hides it. */
export function TabMenu({
  tab,
  x,
  y,
  actions,
  onClose,
}: {
  tab: Tab;
  x: number;
  y: number;
  actions: TabActions;
  onClose: () => void;
}) {
  useEffect(() => {
    const key = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    // A text that is longer than its input scrolls back by itself when the right click takes the focus away.
    const scroll = ({ target }: Event) => target instanceof HTMLInputElement || onClose();
    addEventListener('click', onClose);
    addEventListener('scroll', scroll, true);
    addEventListener('keydown', key);
    return () => {
      removeEventListener('click', onClose);
      removeEventListener('scroll', scroll, true);
      removeEventListener('keydown', key);
    };
  }, [onClose]);
  const left = Math.min(x, innerWidth - limits.menuWidthPx - 8);
  return createPortal(
    <div
      className="tab-menu popover-panel"
      role="menu"
      style={{ left, top: y, width: limits.menuWidthPx }}
    >
      <MenuItem onClick={() => void actions.refresh(tab)}>{t(text.refresh)}</MenuItem>
      {!tab.meta.affix && (
        <MenuItem onClick={() => void actions.close(tab)}>{t(text.close)}</MenuItem>
      )}
      <MenuItem onClick={() => void actions.closeOthers(tab)}>{t(text.closeOthers)}</MenuItem>
      <MenuItem onClick={() => void actions.closeAll()}>{t(text.closeAll)}</MenuItem>
    </div>,
    document.body,
  );
}
