import { order } from '@millwright/contract/production/order';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FigureStrip, useCount } from '../entity/figures.tsx';
import type { Figure } from '../entity/figures.tsx';
import { placeOf } from '../entity/list-place.ts';
import { keyOf } from '../entity/query-key.ts';
import type { List } from '../entity/use-list.ts';
import { api } from '../kernel/api.ts';
import { say, t } from '../kernel/language.tsx';
import type { Params } from '../kernel/params.ts';
import { numberText } from '../kinds/number-text.ts';
import { markText } from '../locales/marks.ts';
import { orderText } from '../locales/order.ts';

const OPEN = 'running,paused,released';
const RUNNING = { state: 'running' };
const PAUSED = { state: 'paused' };
const LATE = { risk: 'late', state: OPEN };
const TIGHT = { risk: 'risk', state: OPEN };
const WAITING = { state: 'released' };

/** What runs, what will be late, what is tight, what waits; a click filters the list. */
export function OrderFigures({ list }: { list: List }) {
  const place = placeOf(list);
  const running = useCount(order, { ...place, ...RUNNING });
  const paused = useCount(order, { ...place, ...PAUSED });
  const late = useCount(order, { ...place, ...LATE });
  const soonest = { limit: 3, sort: 'dueDate', order: 'ASC' } as const;
  const tight = useCount(order, { ...place, ...TIGHT }, soonest);
  const waiting = useCount(order, { ...place, ...WAITING });
  const { worstLateDays: worst, waitingQty: pieces } = useNotes(place);
  const figures: Figure[] = [
    {
      key: 'running',
      label: orderText.running,
      value: running?.total,
      filters: RUNNING,
      mark: { shape: 'dot', color: '--info-fill' },
      note: paused && paused.total > 0 ? say(orderText.alsoPaused, { n: paused.total }) : undefined,
    },
    {
      key: 'late',
      label: orderText.late,
      value: late?.total,
      filters: LATE,
      mark: { shape: 'triangle', color: '--bad-fill' },
      tone: late && late.total > 0 ? 'bad' : undefined,
      note: worst > 0 ? say(orderText.worst, { n: worst }) : undefined,
    },
    {
      key: 'tight',
      label: orderText.tight,
      value: tight?.total,
      filters: TIGHT,
      mark: { shape: 'warning', color: '--warn-fill' },
      note: (tight?.list ?? [])
        .map((row) => String(row['orderCode']).split('-').at(-1))
        .join(t(markText.comma)),
    },
    {
      key: 'waiting',
      label: orderText.released,
      value: waiting?.total,
      filters: WAITING,
      mark: { shape: 'ring', color: '--info-fill' },
      note: pieces > 0 ? say(orderText.plannedPieces, { n: numberText(pieces) }) : undefined,
    },
  ];
  return <FigureStrip list={list} figures={figures} />;
}

interface Notes {
  readonly worstLateDays: number;
  readonly waitingQty: number;
}

/** What the notes say is counted over all orders of the place. */
function useNotes(place: Params): Notes {
  const { data } = useQuery({
    queryKey: keyOf(order, 'figures', place),
    queryFn: ({ signal }) =>
      api.get<Notes>(`${order.path}/figures`, { params: place }, { signal, background: true }),
    placeholderData: keepPreviousData,
  });
  return data ?? { worstLateDays: 0, waitingQty: 0 };
}
