import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { LOG_SORT_HOURS } from '@millwright/contract/kernel/log-refusals';
import type { FilterValue } from '@millwright/contract/kernel/query';
import dayjs from 'dayjs';
import type { Filters } from './list-address.ts';

/** Whether a list may be sorted by a field: a log by its time only, unless a day or less of it is shown. */
export function maySort(entity: AnyEntity, name: string, filters: Filters): boolean {
  return entity.scope !== 'log' || name === entity.sort.by || isWithinDay(filters['at']);
}

function isWithinDay(at: FilterValue | undefined): boolean {
  if (typeof at !== 'object' || !at.begin || !at.end) return false;
  const isDay = at.end.length === 10;
  const end = isDay ? dayjs(at.end).add(1, 'day') : dayjs(at.end);
  return end.diff(dayjs(at.begin), 'hour', true) <= LOG_SORT_HOURS;
}
