import { Button, Popover } from 'antd';
import Search from 'antd/es/input/Search';
import { useState } from 'react';
import { useFocusBack } from '../kernel/focus-back.ts';
import { t } from '../kernel/language.tsx';
import type { InputProps } from '../kinds/kind-view.ts';
import { menuText as text } from '../locales/structure.ts';
import * as icons from '../shell/icon-set.ts';
import { MenuIcon } from '../shell/menu-icons.tsx';
import { clearing } from '../controls/clearing.tsx';

/** An icon of the menu's set, chosen by its picture. */
export function IconInput({ id, value, onChange, disabled }: InputProps) {
  const [open, setOpen] = useState(false);
  useFocusBack(open);
  const [word, setWord] = useState('');
  const name = typeof value === 'string' && value !== '' ? value : undefined;
  const take = (next: string | null) => {
    onChange(next);
    setOpen(false);
  };
  const choices = (
    <div className="icon-choices" role="group" aria-label={t(text.chooseIcon)}>
      <Search
        allowClear={clearing}
        placeholder={t(text.searchIcon)}
        aria-label={t(text.searchIcon)}
        value={word}
        onChange={(event) => setWord(event.target.value)}
      />
      <ul>
        {NAMES.filter((one) => one.includes(word.trim().toLowerCase())).map((one) => (
          <li key={one}>
            <button
              type="button"
              aria-label={one}
              title={one}
              aria-pressed={one === name}
              onClick={() => take(one)}
            >
              <MenuIcon name={one} />
            </button>
          </li>
        ))}
      </ul>
      <Button size="small" onClick={() => take(null)}>
        {t(text.noIcon)}
      </Button>
    </div>
  );
  return (
    <Popover
      open={open}
      onOpenChange={(next) => setOpen(next && !disabled)}
      trigger="click"
      placement="bottomLeft"
      content={choices}
      destroyOnHidden
    >
      <Button id={id} className="icon-input" disabled={disabled ?? false}>
        <MenuIcon name={name} />
        <span>{name ?? t(text.chooseIcon)}</span>
      </Button>
    </Popover>
  );
}

/** `FileTextOutlined` → `file-text`, as the menu writes it. */
const NAMES = Object.keys(icons)
  .map((name) =>
    name
      .slice(0, -'Outlined'.length)
      .replace(/[A-Z]/g, (letter, at: number) => `${at === 0 ? '' : '-'}${letter.toLowerCase()}`),
  )
  .toSorted();
