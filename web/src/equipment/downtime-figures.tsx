import { downtime, type DowntimePareto } from '@millwright/contract/equipment/downtime';
import { useQuery } from '@tanstack/react-query';
import { FigureStrip, useCount } from '../entity/figures.tsx';
import type { Filters } from '../entity/list-address.ts';
import { placeOf } from '../entity/list-place.ts';
import { keyOf } from '../entity/query-key.ts';
import type { List } from '../entity/use-list.ts';
import { api } from '../kernel/api.ts';
import { say } from '../kernel/language.tsx';
import { numberText } from '../kinds/number-text.ts';
import { equipmentText as text } from '../locales/equipment.ts';
import { AGAINST_SIGN_OFF, SignOffWarning } from './sign-off-warning.tsx';

const OPEN: Filters = { state: 'open' };
const WAITING: Filters = { state: 'unclassified' };

/** What stands now, what waits to be explained, and what today has cost so far. */
export function DowntimeFigures({ list }: { list: List }) {
  const place = placeOf(list);
  const open = useCount(downtime, { ...place, ...OPEN })?.total;
  const waiting = useCount(downtime, { ...place, ...WAITING })?.total;
  const long = useCount(downtime, { ...place, ...AGAINST_SIGN_OFF })?.total;
  const { data } = useQuery({
    queryKey: keyOf(downtime, 'pareto', 1, place),
    queryFn: ({ signal }) =>
      api.get<DowntimePareto>(`${downtime.path}/pareto`, { days: 1, params: place }, { signal }),
  });
  const today: Filters | undefined = data && { shiftDate: { begin: data.from, end: data.to } };
  return (
    <>
      <FigureStrip
        list={list}
        figures={[
          {
            key: 'open',
            label: text.openNow,
            value: open,
            filters: OPEN,
            mark: { shape: 'triangle', color: '--bad-fill' },
          },
          {
            key: 'waiting',
            label: text.waiting,
            value: waiting,
            filters: WAITING,
            mark: { shape: 'warning', color: '--warn-fill' },
          },
          {
            key: 'long',
            label: text.longWaiting,
            value: long,
            filters: AGAINST_SIGN_OFF,
            tone: long ? 'warn' : undefined,
          },
          {
            key: 'today',
            label: text.todayMinutes,
            value: data ? numberText(Math.round(data.minutes)) : undefined,
            unit: text.minutesUnit,
            note: data && say(text.todayNote, { n: data.count }),
            filters: today,
          },
        ]}
      />
      <SignOffWarning list={list} />
    </>
  );
}
