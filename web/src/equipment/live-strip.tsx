import { line } from '@millwright/contract/base/line';
import { Input, Segmented, Select } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { keyOf } from '../entity/query-key.ts';
import type { Filters } from '../entity/list-address.ts';
import { api } from '../kernel/api.ts';
import { say, t } from '../kernel/language.tsx';
import { Mark } from '../kinds/mark.tsx';
import { equipmentText as text } from '../locales/equipment.ts';
import { clearing } from '../controls/clearing.tsx';
import { type LiveRow, stateLooks } from './live-row.ts';

/** How many machines are in each state; a click shows those alone, a second one all again. */
export function StateCounts({
  rows,
  chosen,
  onChoose,
}: {
  rows: readonly LiveRow[];
  chosen: string | undefined;
  onChoose: (status: string | undefined) => void;
}) {
  return (
    <div className="eq-counts" role="group" aria-label={t(text.states)}>
      {Object.entries(stateLooks).map(([status, look]) => {
        const count = rows.filter(({ live }) => (live.status ?? 'noData') === status).length;
        if (count === 0 && chosen !== status) return null;
        return (
          <button
            key={status}
            type="button"
            aria-pressed={chosen === status}
            onClick={() => onChoose(chosen === status ? undefined : status)}
          >
            <Mark shape={look.shape} color={look.color} />
            {t(look.word)}
            <b className="num">{count}</b>
          </button>
        );
      })}
    </div>
  );
}

/** A line as everybody may see it who sees the machines. */
interface WallLine {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

/** Line and search of the wall. */
export function WallFilters({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (filters: Filters) => void;
}) {
  const { data } = useQuery({
    queryKey: keyOf(line, 'list', 'wall'),
    queryFn: ({ signal }) => api.get<{ list: WallLine[] }>('/api/commons/lines', {}, { signal }),
    staleTime: 60_000,
  });
  const set = (name: string, value: string | undefined) => {
    const { [name]: _old, ...others } = filters;
    onChange(value ? { ...others, [name]: value } : others);
  };
  const chosen = filters['lineId'];
  const keyword = filters['keyword'];
  return (
    <>
      <Select
        className="eq-line"
        aria-label={t(text.line)}
        prefix={<span className="filter-label">{t(text.line)}</span>}
        value={typeof chosen === 'string' ? chosen : ''}
        options={[
          { value: '', label: t(text.all) },
          ...(data?.list ?? []).map((row) => ({
            value: row.id,
            label: `${row.code} ${row.name}`,
          })),
        ]}
        popupMatchSelectWidth={false}
        onChange={(value) => set('lineId', value)}
      />
      <Input
        className="eq-search"
        aria-label={t(text.search)}
        placeholder={t(text.search)}
        defaultValue={typeof keyword === 'string' ? keyword : ''}
        allowClear={clearing}
        onPressEnter={({ currentTarget }) => set('keyword', currentTarget.value.trim())}
        onClear={() => set('keyword', undefined)}
      />
    </>
  );
}

export type LiveView = 'wall' | 'table';

/** Wall or table. */
export function ViewChoice({
  view,
  onChange,
}: {
  view: LiveView;
  onChange: (view: LiveView) => void;
}) {
  return (
    <Segmented
      className="eq-view"
      aria-label={t(text.view)}
      value={view}
      options={[
        { value: 'wall' as const, label: t(text.wall) },
        { value: 'table' as const, label: t(text.table) },
      ]}
      onChange={onChange}
    />
  );
}

/** When the figures were read; red when they could not be read since. */
export function Updated({ time, isOld }: { time: string; isOld: boolean }) {
  return (
    <span className={`eq-updated num${isOld ? ' is-bad' : ''}`} role={isOld ? 'alert' : undefined}>
      {say(isOld ? text.notUpdated : text.updated, { time })}
    </span>
  );
}
