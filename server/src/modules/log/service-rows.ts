import type { AnyFields } from '@millwright/contract/kernel/field';
import type { Problem } from '@millwright/contract/kernel/errors';
import { checkFields, schemaOfFields } from '@millwright/contract/kernel/check';
import { refusals } from '@millwright/contract/kernel/errors';
import { type Locale, say, type Text } from '@millwright/contract/kernel/text';
import { dncLog } from '@millwright/contract/log/dnc';
import { momLog } from '@millwright/contract/log/mom';
import { dncRow, momRow, SERVICE_ROWS } from '@millwright/contract/log/service-rows';
import { momNotice } from '@millwright/contract/system/mom-notice';
import { z } from 'zod';
import { inScope, type Trx } from '../../kernel/database/transaction.ts';
import type { Route } from '../../kernel/http/route.ts';
import { type LogEntry, writeLog } from '../../kernel/log/write.ts';
import { refuse } from '../../kernel/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import { gatewayOf } from '../device/credentials.ts';
import type { Gateway } from '../device/gateway-row.ts';
import { rejection } from '../device/judge.ts';
import { digestOf, rememberNew } from '../device/seen.ts';
import { lackOf, takeMomNotices } from '../notice/mom-notices.ts';
import { writeMomCalls } from './mom-call.ts';

interface ServiceCall {
  readonly path: string;
  readonly summary: Text;
  readonly fields: AnyFields;
  /** Why a row with good fields cannot be taken all the same. */
  readonly against?: (row: Readonly<Record<string, unknown>>) => Text | null;
  write(trx: Trx, rows: readonly LogEntry[]): Promise<unknown>;
}

const CALLS: readonly ServiceCall[] = [
  {
    path: `${momLog.path}/batch`,
    summary: {
      zh: 'MOM 连接器写入调用记录，每次最多1000行；Basic 认证：网关的客户端ID与密钥',
      en: 'Calls that the MOM connector made, at most 1,000 rows; Basic authorization of a gateway',
    },
    fields: momRow,
    write: (trx, rows) =>
      writeMomCalls(
        trx,
        rows.map(({ request, ...row }) => ({
          ...row,
          ...(typeof request === 'string' ? { body: request } : {}),
        })),
      ),
  },
  {
    path: `${dncLog.path}/batch`,
    summary: {
      zh: 'DNC 连接器写入程序传输记录，每次最多1000行；Basic 认证：网关的客户端ID与密钥',
      en: 'Transfers that the DNC connector made, at most 1,000 rows; Basic authorization of a gateway',
    },
    fields: dncRow,
    write: (trx, rows) => writeLog(trx, dncLog, rows),
  },
  {
    path: '/api/mom/notices',
    summary: {
      zh: 'MOM 服务上报其订单的提醒及其结束，每次最多1000条；Basic 认证：网关的客户端ID与密钥',
      en: 'Notices of its orders and their ends from the MOM service, at most 1,000; Basic authorization of a gateway',
    },
    fields: momNotice,
    against: lackOf,
    write: takeMomNotices,
  },
];

/**
 * `POST /api/log/mom-logs/batch`, `POST /api/log/dnc-logs/batch` and `POST /api/mom/notices`: a service that signs in
 * as a gateway does writes rows of the gateway's site. Each row is judged for itself and known again by its message id, so that sending again
 * changes nothing. Answers as messages of machines are answered.
 */
export function serviceRoutes(services: Services): Route[] {
  return CALLS.map((call) => ({
    method: 'POST',
    path: call.path,
    tag: 'public',
    transaction: 'none',
    bodyLimit: 16_000_000,
    describe: {
      summary: call.summary,
      body: z.toJSONSchema(z.array(schemaOfFields(call.fields)).max(SERVICE_ROWS), {
        io: 'input',
        unrepresentable: 'any',
      }),
    },
    async handle({ session }, { request, body }) {
      const gateway = await gatewayOf(services, request.headers.authorization);
      if (!Array.isArray(body) || body.length > SERVICE_ROWS)
        throw refuse(refusals['call.invalid'], { detail: `1–${SERVICE_ROWS}` });
      return inScope(services.database.pool, { site: gateway.siteId, timeoutMs: 30_000 }, (trx) =>
        takeRows(trx, gateway, call, body, session.locale),
      );
    },
  }));
}

interface JudgedRow {
  readonly messageId: string;
  readonly digest: string;
  readonly row: LogEntry;
}

async function takeRows(
  trx: Trx,
  gateway: Gateway,
  call: ServiceCall,
  sent: readonly unknown[],
  locale: Locale,
) {
  const judged = sent.map((row) => judge(gateway, call, row, locale));
  const good = judged.filter((one) => 'digest' in one);
  const fresh = await rememberNew(trx, [...new Set(good.map(({ digest }) => digest))]);
  const accepted: JudgedRow[] = [];
  const duplicate: JudgedRow[] = [];
  for (const one of good) (fresh.delete(one.digest) ? accepted : duplicate).push(one);
  await call.write(
    trx,
    accepted.map(({ row }) => row),
  );
  const idsOf = (rows: readonly JudgedRow[]) => rows.map(({ messageId }) => messageId);
  return {
    accepted: idsOf(accepted),
    duplicate: idsOf(duplicate),
    rejected: judged.filter((one) => 'reason' in one),
  };
}

/** A row ready to be written, or why it is not. Its columns are those of the log, whatever was sent. */
function judge(
  gateway: Gateway,
  { path, fields, against }: ServiceCall,
  sent: unknown,
  locale: Locale,
): JudgedRow | { messageId: string; reason: string } {
  const { draft, problems } = checkFields(fields, sent);
  const { messageId, at, ...told } = draft ?? {};
  if (typeof messageId === 'string' && typeof at === 'string') {
    if (Date.parse(at) > Date.now() + AHEAD_MS)
      return { messageId, reason: say(AHEAD, {}, locale) };
    const lack = against?.(told);
    if (lack) return { messageId, reason: say(lack, {}, locale) };
    const empty = Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
    const { messageId: _messageId, ...columns } = empty;
    const row = { ...columns, ...told, siteId: gateway.siteId, at };
    return { messageId, digest: digestOf(gateway.clientId, `${path}\u0000${messageId}`), row };
  }
  const reason = problems
    .map((one) => sentence(one, locale))
    .join(locale === 'zh_CN' ? '；' : '; ');
  return { messageId: rejection(sent, AHEAD).messageId, reason };
}

function sentence({ text, args, field }: Problem, locale: Locale): string {
  return `${field}: ${say(text, args ?? {}, locale)}`;
}

/** A clock may be this far ahead. */
const AHEAD_MS = 300_000;
const AHEAD: Text = { zh: 'at: 时间在未来', en: 'at: lies in the future' };
