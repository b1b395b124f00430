import type { machineTool, robot } from '@millwright/contract/equipment/live-equipment';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { ListAnswer } from '@millwright/contract/kernel/query';
import { entityOf } from '@millwright/contract/registry';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useActions } from '../entity/actions.tsx';
import EntityPage from '../entity/entity-page.tsx';
import { FRESH, type Filters, readAddress, writeAddress } from '../entity/list-address.ts';
import { usualPlace } from '../entity/list-place.ts';
import { keyOf } from '../entity/query-key.ts';
import type { EntityRow } from '../entity/entity-row.ts';
import { fetchList } from '../entity/use-list.ts';
import { api } from '../kernel/api.ts';
import { t } from '../kernel/language.tsx';
import { later } from '../kernel/later.tsx';
import { isCompanyWide } from '../kernel/permission.tsx';
import { readPreference, writePreference } from '../kernel/preferences.ts';
import { session } from '../kernel/session-store.ts';
import { useStore } from '../kernel/store.ts';
import { wallOf } from '../kinds/site-time.ts';
import { equipmentText as text } from '../locales/equipment.ts';
import { allPages, MOST_ROWS } from './all-machines.ts';
import { LiveCards } from './live-cards.tsx';
import {
  liveCells,
  liveFilters,
  liveOfAllSites,
  liveOfOneSite,
  liveWidths,
} from './live-cells.tsx';
import { liveDetail } from './live-detail.tsx';
import { liveRowCard } from './live-row-card.tsx';
import { isLive, type LiveRow, needing } from './live-row.ts';
import { type LiveView, StateCounts, Updated, ViewChoice, WallFilters } from './live-strip.tsx';
import { NotRead } from './not-read.tsx';
import { ShiftBoard } from './shift-board.tsx';
import '../entity/entity.css';
import './equipment.css';
import './live-cards.css';
import './shift-board.css';

const EntityDrawer = later(async () => ({
  default: (await import('../entity/entity-drawer.tsx')).EntityDrawer,
}));

type LiveEntity = typeof robot | typeof machineTool;

/** Machines of one kind as they are now: the wall, which keeps itself fresh, or the table with all fields. */
export function LivePage({ name }: { name: LiveEntity['name'] }) {
  const [view, setView] = useState<LiveView>('wall');
  useEffect(
    () => void readPreference<LiveView>(KEY).then((stored) => stored && setView(stored)),
    [],
  );
  const choose = (next: LiveView) => {
    setView(next);
    void writePreference(KEY, next);
  };
  const choice = <ViewChoice view={view} onChange={choose} />;
  if (view === 'wall') return <Wall name={name} choice={choice} />;
  return (
    <EntityPage
      entity={name}
      columns={isCompanyWide() ? liveOfAllSites : liveOfOneSite}
      ownColumns={liveWidths}
      cells={liveCells}
      card={liveRowCard}
      filters={liveFilters}
      detail={liveDetail}
      usual={USUAL}
      toolbar={() => choice}
    />
  );
}

function Wall({ name, choice }: { name: LiveEntity['name']; choice: React.ReactNode }) {
  const entity = entityOf(name);
  const [filters, setFilters] = useFilters(name);
  const { runningStatus, ...others } = filters;
  const query = useMachines(entity, others);
  const [openId, setOpenId] = useState<string>();
  const actions = useActions(entity, {});
  const density = useStore(session, (state) => state.user?.sysConfig.kanbanDensity);
  const all = (query.data ?? NONE).filter(isLive);
  const status = typeof runningStatus === 'string' ? runningStatus : undefined;
  const rows = all.filter((row) => !status || (row.live.status ?? 'noData') === status);
  const now = Math.max(query.dataUpdatedAt, 0);
  const shared = { now, openId, onOpen: (row: LiveRow) => setOpenId(row.id) };
  return (
    <div className="entity-page eq-page" data-density={density}>
      <div className="eq-strip">
        <StateCounts
          rows={all}
          chosen={status}
          onChoose={(next) => setFilters(next ? { ...others, runningStatus: next } : others)}
        />
        <span className="eq-tools">
          <WallFilters filters={filters} onChange={setFilters} />
          {choice}
          {now > 0 && (
            <Updated time={wallOf(new Date(now).toISOString()).slice(11)} isOld={query.isError} />
          )}
        </span>
      </div>
      {!query.data && <NotRead error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && rows.length === 0 && <NoneFits onAll={() => setFilters(USUAL.filters)} />}
      <LiveCards rows={needing(rows)} {...shared} />
      <ShiftBoard rows={rows} {...shared} />
      {openId && (
        <EntityDrawer
          entity={entity}
          rows={rows}
          id={openId}
          slots={liveDetail}
          onStep={setOpenId}
          onAct={(act, row) => actions.run(act, [row])}
          onClose={() => setOpenId(undefined)}
        />
      )}
      {actions.dialog}
    </div>
  );
}

/** All machines that fit, asked anew every ten seconds. */
function useMachines(entity: AnyEntity, filters: Filters) {
  return useQuery({
    queryKey: keyOf(entity, 'list', 'wall', filters),
    queryFn: ({ client, queryKey, signal }) => {
      // The first look is the person's, what follows is the clock's, and further pages belong to the first.
      const isFirst = client.getQueryData(queryKey) === undefined;
      return allPages((page) => {
        const asked = { page, limit: MOST_ROWS, params: filters };
        return isFirst && page === 1
          ? fetchList(entity, asked, { signal })
          : api.get<ListAnswer<EntityRow>>(`${entity.path}/live`, asked, { signal, quiet: true });
      });
    },
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

function NoneFits({ onAll }: { onAll: () => void }) {
  return (
    <div className="eq-none">
      <p>{t(text.noneYet)}</p>
      <Button type="primary" onClick={onAll}>
        {t(text.showAll)}
      </Button>
    </div>
  );
}

/** Conditions of the wall stand in the address, written as the table writes them. */
function useFilters(name: string): [Filters, (filters: Filters) => void] {
  const entity = entityOf(name);
  const [search, setSearch] = useSearchParams();
  const usual = useMemo(() => {
    return { ...FRESH, filters: { ...usualPlace(), ...USUAL.filters } };
  }, []);
  const state = useMemo(() => readAddress(entity, search, usual), [entity, search, usual]);
  return [
    state.filters,
    (filters) =>
      setSearch(writeAddress({ ...state, page: FRESH.page, filters }, usual), { replace: true }),
  ];
}

const USUAL: { filters: Filters } = { filters: { isShow: 'true', status: '1' } };
const NONE: readonly EntityRow[] = [];
const KEY = 'view.equipment';
const REFRESH_MS = 10_000;
