import type { AnyFields } from '../kernel/field.ts';
import type { Text } from '../kernel/text.ts';
import { choice } from '../kinds/choice.ts';
import { flag } from '../kinds/flag.ts';
import { instant } from '../kinds/instant.ts';
import { integer } from '../kinds/integer.ts';
import { text } from '../kinds/text.ts';
import { type NoticeKey, notices } from './notice.ts';

/** Types of events that the MOM service reports for its orders. */
const REPORTED: ReadonlySet<string> = new Set(['1', '2', '4']);

const events: Readonly<Record<string, Text>> = Object.fromEntries(
  Object.entries(notices).flatMap(([key, { modelType, text: sentence }]) =>
    REPORTED.has(modelType) ? [[key, sentence]] : [],
  ),
);

/** What the MOM service tells of an event: `POST /api/mom/notices`. The values are those of the event's sentence. */
export const momNotice: AnyFields = {
  messageId: text('消息ID', 'Message ID', { required: true, max: 64 }),
  at: instant('时间', 'Time', { required: true }),
  event: choice('事件', 'Event', events, { required: true }),
  orderCode: text('订单编号', 'Order code', { required: true, max: 40 }),
  name: text('对象', 'Object', { required: true, max: 80 }),
  closed: flag('已结束', 'Closed'),
  n: integer('数量', 'Number'),
  percent: integer('百分比', 'Per cent', { min: 0, max: 100 }),
  value: text('值', 'Value', { max: 40 }),
  limits: text('公差', 'Limits', { max: 80 }),
  rule: text('准则', 'Rule', { max: 40 }),
  reason: text('原因', 'Reason', { max: 200 }),
  time: text('应检时间', 'Due at', { max: 40 }),
};

/** Values that the sentence of an event needs and a report does not give. */
export function lackedBy(event: NoticeKey, given: Readonly<Record<string, unknown>>): string[] {
  const named = [...notices[event].text.zh.matchAll(/\{(\w+)/g)].map(([, name = '']) => name);
  return named.filter((name) => given[name] === undefined || given[name] === null);
}
