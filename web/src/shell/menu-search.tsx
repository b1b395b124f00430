import { SearchOutlined } from '@ant-design/icons';
import { useEffect, useState } from 'react';
import { t } from '../kernel/language.tsx';
import { shellText as text } from '../locales/shell.ts';
import { SearchBox } from './search-box.tsx';

/** The search over the menu: a field in the top bar that opens a box (Ctrl or Cmd + K). */
export function MenuSearch() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const key = (event: globalThis.KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setOpen(true);
      }
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, []);
  return (
    <>
      <button
        type="button"
        className="top-search"
        aria-label={t(text.searchMenu)}
        onClick={() => setOpen(true)}
      >
        <SearchOutlined aria-hidden />
        <span>{t(text.searchMenu)}</span>
        <kbd>Ctrl K</kbd>
      </button>
      {open && <SearchBox onClose={() => setOpen(false)} />}
    </>
  );
}
