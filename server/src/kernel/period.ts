import { refusals } from '@millwright/contract/kernel/errors';
import type { ListQuery } from '@millwright/contract/kernel/query';
import { type Refused, refuseField } from './refuse.ts';
import { EMPTY } from './store/one-of.ts';

interface Asked {
  /** The period of a list, as it was typed. */
  readonly beginTime?: string;
  readonly endTime?: string;
  /** What is asked for beside it. */
  readonly filters: ListQuery['params'];
}

/**
 * Takes `params[beginTime]` and `params[endTime]` apart from the filters of a list. A field of that name is asked for by
 * `params[endTime][begin]`, `params[endTime][end]` or `params[endTime]=none`, as every other field of its kind.
 */
export function askedPeriod(params: ListQuery['params']): Asked {
  const period: { beginTime?: string; endTime?: string } = {};
  const filters: Record<string, ListQuery['params'][string]> = {};
  for (const [name, value] of Object.entries(params))
    if (name === 'beginTime' && typeof value === 'string') period.beginTime = value;
    else if (name === 'endTime' && typeof value === 'string' && value !== EMPTY)
      period.endTime = value;
    else filters[name] = value;
  return { ...period, filters };
}

/** The period of a list ends without a beginning. */
export function refuseStartless(): Refused {
  return refuseField(BEGIN, START, refusals['field.startMissing']);
}

/** The period of a list begins after its end. */
export function refuseReversed(): Refused {
  return refuseField(BEGIN, START, refusals['field.period'], { start: START, end: END });
}

const BEGIN = 'params[beginTime]';
const START = { zh: '开始时间', en: 'Start' };
const END = { zh: '结束时间', en: 'end' };
