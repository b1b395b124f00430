import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { usualPlace } from '../entity/list-place.ts';
import { HomeFigures } from '../home/home-figures.tsx';
import { MustRead } from '../instruction/must-read.tsx';
import { api } from '../kernel/api.ts';
import { todayIn } from '../kernel/dates-plain.ts';
import { dueOrders, UNFINISHED } from '../kernel/due-orders.ts';
import type { DueOrder, OrderRow } from '../kernel/due-orders.ts';
import { say, t } from '../kernel/language.tsx';
import { sidebar } from '../kernel/menu-routes.ts';
import type { SideEntry } from '../kernel/menu-routes.ts';
import { hasPermission } from '../kernel/permission.tsx';
import { session } from '../kernel/session-store.ts';
import { useStore } from '../kernel/store.ts';
import { numberText } from '../kinds/number-text.ts';
import { homeText as text } from '../locales/home.ts';
import { MenuIcon } from '../shell/menu-icons.tsx';
import './home.css';

/** What waits for this person, which orders are due, and the ways to all pages. */
export default function HomePage() {
  const routes = useStore(session, (state) => state.routes);
  const entries = useMemo(
    () => sidebar(routes).filter((entry) => entry.path !== '/home'),
    [routes],
  );
  return (
    <div className="home">
      <HomeFigures />
      <MustRead />
      <div className="home-row">
        {hasPermission(['production:order:list']) && <DueSoon />}
        <Entrances entries={entries} />
      </div>
    </div>
  );
}

/** As many as fit beside the entrances. */
const DUE_SOON = { page: 1, limit: 15, sort: 'dueDate', order: 'ASC' } as const;

function DueSoon() {
  const params = { ...usualPlace(), state: UNFINISHED };
  const { data } = useQuery({
    queryKey: ['production/order', 'dueSoon', params],
    queryFn: () =>
      api.get<{ list: readonly OrderRow[] }>('/api/production/orders', { ...DUE_SOON, params }),
  });
  const zone = useStore(session, (state) => state.user?.sysConfig.timeZone);
  const today = todayIn(zone);
  const due = dueOrders(data?.list ?? [], today);
  return (
    <section className="card home-due">
      <header className="card-head">
        <h2>{t(text.dueSoon)}</h2>
        <small>{t(text.dueSoonNote)}</small>
        <Link className="card-more" to="/production/order">
          {t(text.allOrders)}
        </Link>
      </header>
      {due.length === 0 ? (
        data && <p className="home-none">{t(text.noOrders)}</p>
      ) : (
        <DueTable rows={due} />
      )}
    </section>
  );
}

function DueTable({ rows }: { rows: readonly DueOrder[] }) {
  return (
    <div className="home-scroll">
      <table className="home-table">
        <thead>
          <tr>
            <th>{t(text.orderCode)}</th>
            <th>{t(text.orderName)}</th>
            <th className="right">{t(text.quantity)}</th>
            <th>{t(text.due)}</th>
            <th className="right">{t(text.left)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <Link to={`/production/order?orderCode=${encodeURIComponent(row.code)}`}>
                  {row.code}
                </Link>
              </td>
              <td className="cut" title={row.name}>
                {row.name || '—'}
              </td>
              <td className="right num">{numberText(row.quantity)}</td>
              <td className="num">{row.dueDate}</td>
              <td className="right num">
                <Left days={row.daysLeft} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Days to the due date: red with a full triangle when late, amber with an outlined one within two days. */
function Left({ days }: { days: number }) {
  if (days < 0)
    return (
      <span className="left-late">
        <Triangle full />
        {say(text.late, { n: -days })}
      </span>
    );
  const words = days === 0 ? t(text.today) : say(text.daysLeft, { n: days });
  return days <= 2 ? (
    <span className="left-tight">
      <Triangle />
      {words}
    </span>
  ) : (
    words
  );
}

function Triangle({ full }: { full?: boolean }) {
  return (
    <svg
      width="10"
      height="10"
      viewBox="0 0 10 10"
      aria-hidden="true"
      fill={full ? 'var(--bad-fill)' : 'none'}
      stroke={full ? 'none' : 'var(--warn-fill)'}
      strokeWidth="1.4"
    >
      <path d="M5 1 9.3 9H.7z" />
    </svg>
  );
}

function Entrances({ entries }: { entries: readonly SideEntry[] }) {
  return (
    <section className="card home-pages">
      <header className="card-head">
        <h2>{t(text.entrances)}</h2>
        <small>{t(text.entrancesNote)}</small>
      </header>
      {entries.length === 0 && <p className="home-none">{t(text.noEntrances)}</p>}
      <div className="home-groups">
        {entries.map((entry) => (
          <EntranceGroup key={entry.key} entry={entry} />
        ))}
      </div>
    </section>
  );
}

/** A group over its pages; one that only names its one page leads there itself. */
function EntranceGroup({ entry }: { entry: SideEntry }) {
  const pages = pagesOf(entry);
  const only = pages.length === 1 && pages[0]?.title === entry.title ? pages[0] : undefined;
  return (
    <div>
      <h3>
        <MenuIcon name={entry.icon} />
        {only ? <Entrance page={only} /> : entry.title}
      </h3>
      {!only && (
        <ul>
          {pages.map((page) => (
            <li key={page.path}>
              <Entrance page={page} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Entrance({ page }: { page: SideEntry }) {
  if (!page.external) return <Link to={page.path}>{page.title}</Link>;
  return (
    <a href={page.path} target="_blank" rel="noreferrer">
      {page.title}
    </a>
  );
}

function pagesOf(entry: SideEntry): SideEntry[] {
  return entry.children.length === 0 ? [entry] : entry.children.flatMap(pagesOf);
}
