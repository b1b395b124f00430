import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { usualPlace } from '../entity/list-place.ts';
import { api } from '../kernel/api.ts';
import { todayIn } from '../kernel/dates-plain.ts';
import { t } from '../kernel/language.tsx';
import { hasPermission } from '../kernel/permission.tsx';
import { session } from '../kernel/session-store.ts';
import { useStore } from '../kernel/store.ts';
import { numberText } from '../kinds/number-text.ts';
import { homeText as text } from '../locales/home.ts';
import { routeTable } from '../routes.tsx';
import { homeCounters, listAddress } from './home-counters.ts';
import type { HomeCounter } from './home-counters.ts';

/** What waits for this person: only counters whose rows he may see, each a link to exactly these rows. */
export function HomeFigures() {
  const routes = useStore(session, (state) => state.routes);
  const zone = useStore(session, (state) => state.user?.sysConfig.timeZone);
  const today = todayIn(zone);
  const pages = useMemo(() => new Set(routeTable(routes).menu.map(({ path }) => path)), [routes]);
  const counters = homeCounters(today).flatMap((counter) => {
    const page = counter.pages.find((path) => pages.has(path));
    return page ? [{ counter, page }] : [];
  });
  const accounts = pages.has('/system/user') && hasPermission(['system:user:list']);
  if (counters.length === 0 && !accounts) return null;
  return (
    <section className="card home-figures">
      {counters.map(({ counter, page }) => (
        <Counted key={counter.name} counter={counter} page={page} />
      ))}
      {accounts && <Accounts />}
    </section>
  );
}

function Counted({ counter, page }: { counter: HomeCounter; page: string }) {
  // The list behind the link begins in the same place.
  const params = { ...usualPlace(), ...counter.params };
  const { data } = useQuery({
    queryKey: [counter.call.replace('/api/', ''), 'home', params],
    queryFn: () =>
      api.get<{ total: number }>(counter.call, { page: 1, limit: 1, params }, { quiet: true }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Face
      name={counter.name}
      to={listAddress(page, counter.params)}
      value={data?.total}
      tone={counter.tone}
    />
  );
}

interface AccountCounts {
  readonly disabled: number;
  readonly limited: number;
  readonly limitedIds: readonly string[];
}

/** Who cannot get in; both come with one call. */
function Accounts() {
  const { data } = useQuery({
    queryKey: ['system/user', 'home'],
    queryFn: () =>
      api.get<AccountCounts>('/api/user/account/user/figures', undefined, { quiet: true }),
    refetchInterval: REFRESH_MS,
  });
  const limited = data?.limitedIds.length ? { ids: data.limitedIds.join(',') } : undefined;
  return (
    <>
      <Face
        name="disabled"
        to={listAddress('/system/user', { status: '0' })}
        value={data?.disabled}
      />
      <Face
        name="limited"
        to={limited && listAddress('/system/user', limited)}
        value={data?.limited}
        tone="warn"
      />
    </>
  );
}

const REFRESH_MS = 60_000;

interface FaceProps {
  readonly name: HomeCounter['name'] | 'disabled' | 'limited';
  /** Absent where there are no rows to show. */
  readonly to: string | undefined;
  readonly value: number | undefined;
  /** Coloured only while there is something. */
  readonly tone?: 'bad' | 'warn' | undefined;
}

function Face({ name, to, value, tone }: FaceProps) {
  const inside = (
    <>
      <span className="home-figure-name">{t(text[name])}</span>
      <span className="home-figure-value">
        <b className={value && tone ? `num is-${tone}` : 'num'}>
          {value === undefined ? '…' : numberText(value)}
        </b>
        <small>{t(text[`${name}Note`])}</small>
      </span>
    </>
  );
  return to ? <Link to={to}>{inside}</Link> : <div>{inside}</div>;
}
