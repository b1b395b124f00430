import { useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { useFocusBack } from '../kernel/focus-back.ts';
import { t } from '../kernel/language.tsx';
import { findables } from '../kernel/menu-search.ts';
import type { menuIndex } from '../kernel/menu-index.ts';
import type { Findable } from '../kernel/menu-search.ts';
import { session } from '../kernel/session-store.ts';
import { useStore } from '../kernel/store.ts';
import { shellText as text } from '../locales/shell.ts';
import { MenuIcon } from './menu-icons.tsx';
import './menu-search.css';

/** The box of the menu search: words above, hits below; arrows and Enter choose. */
export function SearchBox({ onClose }: { onClose: () => void }) {
  const routes = useStore(session, (state) => state.routes);
  const pages = useMemo(() => findables(routes), [routes]);
  const search = useSearch(pages);
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const box = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  useFocusBack();
  useEffect(() => box.current?.showModal(), []);
  const hits = words.trim() === '' ? recentOf(pages) : search(words.trim()).slice(0, 12);
  const choose = (page: Findable) => {
    remember(page.path);
    onClose();
    if (page.external) window.open(page.path, '_blank', 'noreferrer');
    else void navigate(page.path);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setAt(
        (now) =>
          (now + (event.key === 'ArrowDown' ? 1 : -1) + hits.length) % Math.max(hits.length, 1),
      );
    }
    const hit = hits[at];
    if (event.key === 'Enter' && hit && !event.nativeEvent.isComposing) choose(hit);
  };
  return (
    <dialog
      ref={box}
      className="search-box"
      aria-label={t(text.searchMenu)}
      onClose={onClose}
      onClick={(event) => event.target === box.current && onClose()}
    >
      <input
        autoFocus
        role="combobox"
        aria-expanded
        aria-controls="search-hits"
        aria-activedescendant={`hit-${at}`}
        aria-label={t(text.searchMenu)}
        placeholder={t(text.searchMenu)}
        value={words}
        onKeyDown={key}
        onChange={(event) => {
          setWords(event.target.value);
          setAt(0);
        }}
      />
      <Hits
        hits={hits}
        at={at}
        heading={words.trim() === '' ? t(text.recent) : ''}
        empty={words.trim() !== ''}
        onChoose={choose}
        onPoint={setAt}
      />
    </dialog>
  );
}

interface HitsProps {
  readonly hits: readonly Findable[];
  readonly at: number;
  readonly heading: string;
  readonly empty: boolean;
  onChoose: (page: Findable) => void;
  onPoint: (at: number) => void;
}

function Hits({ hits, at, heading, empty, onChoose, onPoint }: HitsProps) {
  if (hits.length === 0)
    return empty ? <p className="search-none">{t(text.nothingFound)}</p> : <div id="search-hits" />;
  return (
    <>
      {heading && <p className="search-heading">{heading}</p>}
      <ul id="search-hits" role="listbox" aria-label={t(text.searchMenu)}>
        {hits.map((page, index) => (
          <li
            key={page.path}
            id={`hit-${index}`}
            role="option"
            aria-selected={index === at}
            onPointerMove={() => onPoint(index)}
            onClick={() => onChoose(page)}
          >
            <MenuIcon name={page.icon} />
            <span>{page.title}</span>
            <small>{page.trail.join(' / ')}</small>
          </li>
        ))}
      </ul>
    </>
  );
}

const RECENT = 'menuSearch';

function recentPaths(): string[] {
  try {
    return JSON.parse(localStorage.getItem(RECENT) ?? '[]') as string[];
  } catch {
    return [];
  }
}

function recentOf(pages: readonly Findable[]): Findable[] {
  return recentPaths().flatMap((path) => pages.find((page) => page.path === path) ?? []);
}

/** The last eight choices. */
function remember(path: string): void {
  localStorage.setItem(
    RECENT,
    JSON.stringify([path, ...recentPaths().filter((known) => known !== path)].slice(0, 8)),
  );
}

/** The fuzzy index comes when the box is opened; until it is there nothing is found. */
function useSearch(pages: readonly Findable[]): (words: string) => Findable[] {
  const [make, setMake] = useState<typeof menuIndex | null>(null);
  useEffect(() => {
    void import('../kernel/menu-index.ts').then((module) => setMake(() => module.menuIndex));
  }, []);
  return useMemo(() => (make ? make(pages) : () => []), [make, pages]);
}
