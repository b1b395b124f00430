import { refusals } from '@millwright/contract/kernel/errors';
import { type Refused, refuseField } from './refuse.ts';

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
