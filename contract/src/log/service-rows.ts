import type { AnyFields } from '../kernel/field.ts';
import { text } from '../kinds/text.ts';
import { dncLog } from './dnc.ts';
import { momLog } from './mom.ts';

/** Rows that a service writes into a log with one call at most. */
export const SERVICE_ROWS = 1000;

const messageId = text('消息ID', 'Message ID', { required: true, max: 64 });

/** What the MOM connector tells of a call; `request` is kept whole for sending a failed one again. */
export const momRow: AnyFields = {
  messageId,
  ...sent(momLog.fields),
  path: text('接口地址', 'Path', {
    max: 300,
    pattern: /^\/(?!\/)[\w./~%-]*$/,
    allowed: { zh: '以 / 开头的路径', en: 'a path that begins with /' },
  }),
  request: text('请求', 'Request', { max: 100_000 }),
  response: text('响应', 'Response', { max: 100_000 }),
};

/** What the DNC connector tells of a transfer; of longer programs the beginning is kept. */
export const dncRow: AnyFields = {
  messageId,
  ...sent(dncLog.fields),
  sentText: text('下发内容', 'What was sent', { max: 100_000 }),
  heldText: text('机床内容', 'What the control holds', { max: 100_000 }),
};

/** Fields of a log, which nobody fills by hand, as a service sends them. */
function sent(fields: AnyFields): AnyFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, computed: false }]),
  );
}
