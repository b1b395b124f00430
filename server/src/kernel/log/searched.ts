import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { ListQuery } from '@millwright/contract/kernel/query';
import { LRUCache } from 'lru-cache';
import type { Context } from '../context.ts';
import { remembered } from '../database/remembered.ts';
import { askedPeriod } from '../period.ts';

/** The same search of the same person is told once in this time: pages are turned and lists refreshed. */
const ONCE_MS = 10 * 60_000;
const told = remembered(new LRUCache<string, true>({ max: 5000, ttl: ONCE_MS }));

/**
 * Records that somebody who reads the logs of all sites (auditors, company-wide administrators) searched one: the first
 * page of a list with a filter beside time and site. Looking at a log without asking for anything leaves no row.
 */
export function recordSearch(context: Context, entity: AnyEntity, { params, page }: ListQuery) {
  const { session } = context;
  const asked = Object.entries(askedPeriod(params).filters);
  const filters = asked.filter(([name]) => !PLACES.has(name));
  if (session.identity !== 1 || page !== 1 || filters.length === 0) return;
  const mark = `${session.userId} ${entity.name} ${JSON.stringify(filters)}`;
  if (told.has(mark)) return;
  told.set(mark, true);
  context.record({
    entity: entity.name,
    entityId: '',
    siteId: session.siteId,
    operation: 'search',
    title: entity.label.zh,
    changes: [],
  });
}

const PLACES = new Set(['at', 'siteId']);
