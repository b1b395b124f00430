import { callsOf } from '@millwright/contract/kernel/calls';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { FigureLook } from '@millwright/contract/kernel/figure';
import type { Text } from '@millwright/contract/kernel/text';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Query } from '@tanstack/react-query';
import { Button } from 'antd';
import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { api } from '../kernel/api.ts';
import { t } from '../kernel/language.tsx';
import { Mark } from '../kinds/mark.tsx';
import type { Shape } from '../kinds/mark.tsx';
import { entityText } from '../locales/entity.ts';
import { numberText } from '../kinds/number-text.ts';
import { sameFilters } from './list-address.ts';
import type { Filters } from './list-address.ts';
import { placeOf } from './list-place.ts';
import { keyOf } from './query-key.ts';
import { fetchList } from './use-list.ts';
import type { List } from './use-list.ts';
import './figures.css';

/** One counter above a list. */
export interface Figure {
  readonly key: string;
  readonly label: Text;
  readonly value: number | string | undefined;
  readonly unit?: Text;
  /** The words beside the number that explain it. */
  readonly note?: ReactNode;
  readonly mark?: { readonly shape: Shape; readonly color: string } | undefined;
  /** Red or amber only when something is late or tight. */
  readonly tone?: 'bad' | 'warn' | undefined;
  /** Conditions that a click puts in the place of the list's own. */
  readonly filters?: Filters;
}

interface StripProps {
  readonly list: List;
  readonly figures: readonly Figure[];
}

/**
 * Two to five counters; the one whose conditions hold is underlined, a second click takes them away again. The site to
 * which the list is narrowed stays.
 */
export function FigureStrip({ list, figures }: StripProps) {
  const { hasFailed, retry } = useFailedCalls(list.entity);
  const place = placeOf(list);
  const { siteId: _usualSite, ...usual } = list.usual.filters;
  return (
    <div className="figures">
      {figures.map((figure) => {
        const own: Filters | undefined = figure.filters && { ...place, ...figure.filters };
        const active = own !== undefined && sameFilters(own, list.state.filters);
        const face = <FigureFace figure={figure} hasFailed={hasFailed} />;
        if (!own)
          return (
            <div key={figure.key} className="figure">
              {face}
            </div>
          );
        const next = active ? { ...usual, ...place } : own;
        return (
          <button
            key={figure.key}
            type="button"
            className="figure"
            aria-pressed={active}
            onClick={() => list.filter(next)}
          >
            {face}
          </button>
        );
      })}
      {hasFailed && figures.some(({ value }) => value === undefined) && (
        <Button type="text" className="figures-retry" onClick={retry}>
          {t(entityText.figuresRetry)}
        </Button>
      )}
    </div>
  );
}

/** The counters that the entity declares, and those that the page adds; they count where the list is narrowed to. */
export function DeclaredFigures({ list, more = NONE }: { list: List; more?: readonly Figure[] }) {
  const { entity, fixed } = list;
  const params = { ...placeOf(list), ...fixed };
  const { data } = useQuery({
    queryKey: keyOf(entity, 'figures', params),
    queryFn: ({ signal }) =>
      api.get<Readonly<Record<string, number>>>(
        callsOf(entity).figures.path,
        { params },
        { signal, background: true },
      ),
    placeholderData: keepPreviousData,
  });
  const declared = Object.entries(entity.figures).map(([key, { label, note, look, filters }]) => {
    const { mark, tone } = look ? LOOKS[look] : PLAIN;
    const value = data?.[key];
    return {
      key,
      label,
      value,
      mark,
      note: note && t(note),
      tone: value ? tone : undefined,
      filters,
    };
  });
  return <FigureStrip list={list} figures={[...declared, ...more]} />;
}

const NONE: readonly Figure[] = [];

type Look = Pick<Figure, 'mark' | 'tone'>;

const PLAIN: Look = {};
const LOOKS: Readonly<Record<FigureLook, Look>> = {
  on: { mark: { shape: 'dot', color: '--st-run' } },
  off: { mark: { shape: 'off', color: '--ink-3' } },
  dark: { mark: { shape: 'off', color: '--st-offline' }, tone: 'bad' },
  lacking: { mark: { shape: 'warning', color: '--warn-fill' }, tone: 'warn' },
  open: { mark: { shape: 'dotted', color: '--ink-3' } },
  locked: { mark: { shape: 'lock', color: '--warn-fill' } },
};

/** Whether calls about an entity have failed that never brought anything, and what asks them again. */
function useFailedCalls(entity: AnyEntity): { hasFailed: boolean; retry: () => void } {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const failed = {
    queryKey: keyOf(entity),
    type: 'active' as const,
    predicate: ({ state }: Query) => state.status === 'error' && state.data === undefined,
  };
  const hasFailed = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => cache.findAll(failed).length > 0,
  );
  return { hasFailed, retry: () => void client.refetchQueries(failed) };
}

function FigureFace({ figure, hasFailed }: { figure: Figure; hasFailed: boolean }) {
  const { mark, label, value, unit, note, tone } = figure;
  // Nothing is amber or red where nothing lacks.
  const isCalm = value === 0 && mark !== undefined && ALARMING.has(mark.color);
  return (
    <>
      <span className="figure-label">
        {mark && !isCalm && <Mark {...mark} />}
        {t(label)}
      </span>
      <span className="figure-line">
        <strong className={tone ? `is-${tone}` : undefined}>
          {value === undefined ? (
            <span title={hasFailed ? t(entityText.figureFailed) : undefined}>
              {hasFailed ? '—' : '…'}
            </span>
          ) : (
            numberText(value)
          )}
        </strong>
        {unit && <small>{t(unit)}</small>}
        {note && <span className="figure-note">{note}</span>}
      </span>
    </>
  );
}

const ALARMING = new Set(['--bad-fill', '--warn-fill']);

/** How many rows fit some conditions, and the first `limit` of them; undefined until they have come. */
export function useCount(
  entity: AnyEntity,
  filters: Filters,
  options: { limit?: number; sort?: string; order?: 'ASC' | 'DESC' } = {},
) {
  const { limit = 1, sort, order } = options;
  const query = { page: 1, limit, sort, order, params: filters as Record<string, string> };
  return useQuery({
    queryKey: keyOf(entity, 'count', query),
    queryFn: ({ signal }) => fetchList(entity, query, { signal, background: true }),
    placeholderData: keepPreviousData,
  }).data;
}
