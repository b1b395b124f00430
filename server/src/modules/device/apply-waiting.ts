import type { Text } from '@millwright/contract/kernel/text';
import { sql } from 'kysely';
import { isPassing, isRefusedValue } from '../../kernel/database/refused-value.ts';
import { inScope, tryHold, type Trx } from '../../kernel/database/transaction.ts';
import type { Services } from '../../kernel/services.ts';
import { appliers, applyMessages, refusedByAppliers, type SaidMessage } from './appliers.ts';
import { orderOf } from './judge.ts';
import { lockDevices } from './live-row.ts';

/**
 * Applies what waits of the types that have an applier, over all sites: in the order of their times, many in one
 * transaction that also forgets them, so that each is applied once whatever ends the server. Of several processes one
 * does a site. A message that fails is sought by halves, kept with its reason and tried again after a day; it holds
 * up no other. Resolves when nothing is left, or when `isOver` says so between two transactions.
 */
export async function applyWaiting(
  services: Services,
  isOver: () => boolean = () => false,
): Promise<void> {
  const types = [...appliers.keys()];
  if (types.length === 0) return;
  for (const siteId of await sitesThatWait(services, types)) {
    let most = MOST;
    while (most > 0 && !isOver()) most = await applySome(services, siteId, types, most);
  }
}

/** Looks for what waits every 10 s; closing waits for the transaction that runs. */
export function keepApplying(services: Services): { close(): Promise<void> } {
  let isOver = false;
  let turn: Promise<void> | null = null;
  const timer = setInterval(() => {
    turn ??= applyWaiting(services, () => isOver)
      .catch((error: unknown) =>
        services.report(error, 'Messages that wait could not be applied; it is tried again.'),
      )
      .finally(() => {
        turn = null;
      });
  }, 10_000);
  timer.unref();
  return {
    async close() {
      isOver = true;
      clearInterval(timer);
      await turn;
    },
  };
}

type Types = readonly string[];

/** Sites where something of the types waits. What was tried in vain a day ago waits again. */
function sitesThatWait(services: Services, types: Types): Promise<string[]> {
  return services.asSystem(async (trx) => {
    await sql`update device_waiting set tried_time = null
      where tried_time < now() - interval '1 day' and type = any(${types}::text[])`.execute(trx);
    const { rows } = await sql<{ id: string }>`select s.id from base_site s
      where exists (select from device_waiting w where w.site_id = s.id and w.type = any(${types}::text[]) and w.tried_time is null)
      order by s.id`.execute(trx);
    return rows.map(({ id }) => id);
  });
}

/** Applies the first messages of a site, `most` of them; gives how many to try next, 0 when nothing is left to do. */
async function applySome(
  services: Services,
  siteId: string,
  types: Types,
  most: number,
): Promise<number> {
  let found: readonly WaitingMessage[] = [];
  try {
    await inScope(services.database.pool, { site: siteId, timeoutMs: 30_000 }, async (trx) => {
      found = await takeFirst(trx, siteId, types, most);
      if (found.length > 0) await applyAll(trx, siteId, found);
    });
    return found.length === 0 ? 0 : Math.min(most * 2, MOST);
  } catch (error) {
    if (found.length === 0 || isPassing(error)) throw error;
    if (found.length > 1) return Math.ceil(found.length / 2);
    services.report(error, `A message of site ${siteId} that waited could not be applied.`);
    const reason = isRefusedValue(error) ? texts.value : texts.error;
    await inScope(services.database.pool, { site: siteId }, (trx) =>
      keepWith(trx, new Map(found.map((one) => [one, reason]))),
    );
    return MOST;
  }
}

interface WaitingMessage extends SaidMessage {
  readonly id: string;
}

/** None while another process is at the site. */
async function takeFirst(
  trx: Trx,
  siteId: string,
  types: Types,
  most: number,
): Promise<WaitingMessage[]> {
  if (!(await tryHold(trx, waitingLock(siteId)))) return [];
  const { rows } = await sql<Omit<WaitingMessage, 'time' | 'order'> & { sendTime: string }>`
    select w.id, w.gateway_id as "gatewayId", w.equipment_id as "equipmentId", w.send_time as "sendTime",
      w.time_suspect as "timeSuspect", w.message
    from unnest(${types}::text[]) t cross join lateral (select * from device_waiting w
      where w.site_id = ${siteId} and w.type = t and w.tried_time is null order by w.send_time, w.id limit ${most}) w
    order by w.send_time, w.id limit ${most}`.execute(trx);
  const now = Date.now();
  return rows.map(({ sendTime, ...row }) => {
    const time = Date.parse(sendTime);
    return { ...row, time, order: orderOf(row.message, time, row.timeSuspect, now) };
  });
}

async function applyAll(trx: Trx, siteId: string, found: readonly WaitingMessage[]): Promise<void> {
  await lockDevices(trx, siteId, [...new Set(found.map(({ equipmentId }) => equipmentId))]);
  const refused = await refusedByAppliers(trx, siteId, found);
  const good = found.filter((one) => !refused.has(one));
  await applyMessages(trx, siteId, good);
  await keepWith(trx, refused);
  await sql`delete from device_waiting where id = any(${good.map(({ id }) => id)}::bigint[])`.execute(
    trx,
  );
}

async function keepWith(trx: Trx, reasons: ReadonlyMap<WaitingMessage, Text>): Promise<void> {
  if (reasons.size === 0) return;
  const rows = [...reasons].map(([{ id }, { zh, en }]) => ({ id, zh, en }));
  await sql`update device_waiting w set tried_time = now(), reason_zh = r.zh, reason_en = r.en
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r(id bigint, zh text, en text) where w.id = r.id`.execute(
    trx,
  );
}

const texts = {
  value: {
    zh: '消息内容无法保存（数据库拒绝）',
    en: 'The database refuses what the message holds',
  },
  error: { zh: '处理时出错，详见服务器日志', en: "It failed; the server's log says how" },
} as const satisfies Record<string, Text>;

/** The name that is held by whoever applies what waits at a site. */
export const waitingLock = (siteId: string): string => `waiting of ${siteId}`;

const MOST = 200;
