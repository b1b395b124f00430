import { StarFilled, StarOutlined } from '@ant-design/icons';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { favourites, loadFavourites, toggleFavourite } from '../kernel/favourites.ts';
import { say } from '../kernel/language.tsx';
import type { SideEntry } from '../kernel/menu-routes.ts';
import { useStore } from '../kernel/store.ts';
import { shellText as text } from '../locales/shell.ts';
import { MenuIcon } from './menu-icons.tsx';
import './favourites.css';

/** The row above the menu: the star of the page in front, then the first four starred pages. */
export function FavouriteRow({
  entries,
  active,
}: {
  entries: readonly SideEntry[];
  active: string;
}) {
  const starred = useStore(favourites) ?? [];
  useEffect(() => void loadFavourites(), []);
  const pages = leaves(entries);
  const shown = starred
    .flatMap((path) => pages.find((page) => page.path === path) ?? [])
    .slice(0, PLACES);
  const current = pages.find((page) => page.path === active);
  return (
    <div className="side-favourites">
      {current ? (
        <StarButton path={current.path} title={current.title} gold />
      ) : (
        <StarOutlined className="gold" aria-hidden />
      )}
      {shown.map((page) => (
        <Link key={page.path} to={page.path} title={page.title} aria-label={page.title}>
          <MenuIcon name={page.icon ?? 'file-text'} />
        </Link>
      ))}
    </div>
  );
}

/** The star of a menu entry. */
export function StarButton({ path, title, gold }: { path: string; title: string; gold?: boolean }) {
  const starred = useStore(favourites, (paths) => paths?.includes(path) ?? false);
  const label = say(starred ? text.removeFavourite : text.addFavourite, { title });
  return (
    <button
      type="button"
      className={gold ? 'side-star gold' : 'side-star'}
      aria-label={label}
      title={label}
      aria-pressed={starred}
      onClick={() => toggleFavourite(path)}
    >
      {starred ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
    </button>
  );
}

/** So many starred pages have a place in the row. */
const PLACES = 4;

function leaves(entries: readonly SideEntry[]): SideEntry[] {
  return entries.flatMap((entry) =>
    entry.children.length === 0 ? [entry] : leaves(entry.children),
  );
}
