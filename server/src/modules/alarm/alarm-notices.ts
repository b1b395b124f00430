import type { Text } from '@millwright/contract/kernel/text';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import { settle, tell, type Telling } from '../notice/tell.ts';
import { explainAlarms, type ExplainedAlarm } from './explain.ts';
import { type Coming, come, countOf, go, type Outcome, passTime, type Watch } from './watch.ts';
import { lockWatches, type WatchedAlarm, writeWatches } from './watch-row.ts';

/** An alarm that came, or one that stood and went, as a machine said it. */
export interface SaidAlarm {
  readonly equipmentId: string;
  readonly number: string;
  readonly encoding: string;
  /** ISO instant of the log's row and its id. */
  readonly log: { readonly id: string | null; readonly at: string; readonly folded: boolean };
  /** Milliseconds; an alarm known before has no coming any more. */
  readonly start: number | null;
  readonly end: number | null;
  readonly config: ExplainedAlarm | null;
}

/**
 * Tells people of alarms by their configuration, within the transaction that writes them and holds the machines: what
 * lasts shorter than its delay, is shelved or has no notice is not told; what went ends its notice. In their order.
 */
export async function tellAlarms(
  trx: Trx,
  siteId: string,
  said: readonly SaidAlarm[],
  now = Date.now(),
): Promise<void> {
  if (said.length === 0) return;
  const known = await lockWatches(
    trx,
    [...new Set(said.map(({ equipmentId }) => equipmentId))],
    [...new Set(said.map(({ encoding }) => encoding))],
  );
  const done = await acknowledged(trx, siteId, said);
  const stored = new Map(known.map((watch) => [keyOf(watch), watch]));
  const outcomes = new Map<string, Told>();
  for (const alarm of said) {
    const key = keyOf(alarm);
    const before = stored.get(key);
    if (!before && !alarm.config) continue;
    const told = outcomes.get(key) ?? openOutcome(siteId, alarm, before);
    take(told.outcome, alarm, done.has(alarm.log.id ?? ''), now);
    outcomes.set(key, told);
  }
  await writeOutcomes(trx, [...outcomes.values()]);
}

/** Tells of alarms that are due by `now` (milliseconds): delays that ended, alarms nobody acknowledged, quiet after chatter. */
export async function tellDue(trx: Trx, due: readonly WatchedAlarm[], now: number): Promise<void> {
  const configs = await explainAlarms(
    trx,
    due.map(({ watch: { siteId, encoding }, equipmentKind, controlType }) => ({
      siteId,
      encoding,
      equipmentKind,
      controlType,
    })),
  );
  const told = due.map(({ watch, number }, place): Told => {
    const config = configs[place] ?? null;
    const outcome = { watch: { ...watch }, config, times: 0, escalated: false, over: false };
    const wasOpen = watch.told;
    passTime(outcome, now);
    return { outcome, number, wasOpen };
  });
  await writeOutcomes(trx, told);
}

interface Told {
  outcome: Outcome;
  readonly number: string;
  readonly wasOpen: boolean;
}

function openOutcome(siteId: string, alarm: SaidAlarm, before: Watch | undefined): Told {
  const watch = before ?? {
    siteId,
    equipmentId: alarm.equipmentId,
    encoding: alarm.encoding,
    configId: alarm.config?.id ?? '',
    logId: alarm.log.id,
    logTime: alarm.log.at,
    startTime: alarm.start ?? 0,
    endTime: null,
    told: false,
    tellings: [],
    chatterCount: null,
    chatterMinutes: null,
    notifyAt: null,
    escalateAt: null,
    quietAt: null,
  };
  const { config } = alarm;
  const outcome = { watch, config, times: 0, escalated: false, over: before === undefined };
  return { outcome, number: alarm.number, wasOpen: watch.told };
}

function take(outcome: Outcome, alarm: SaidAlarm, isDone: boolean, now: number): void {
  const { start, end, config, log } = alarm;
  if (start !== null && config) {
    const coming: Coming = {
      start,
      end,
      acknowledged: isDone,
      logId: log.id,
      logTime: log.at,
    };
    come(outcome, coming, config, now);
  } else if (end !== null) go(outcome, end, config, now);
}

/** Ids of log rows into which a repeat was folded although somebody has acknowledged them. */
async function acknowledged(
  trx: Trx,
  siteId: string,
  said: readonly SaidAlarm[],
): Promise<Set<string>> {
  const folded = said.filter(({ log, start }) => log.folded && start !== null);
  if (folded.length === 0) return new Set();
  const rows = JSON.stringify(folded.map(({ log: { id, at } }) => ({ id, at })));
  const { rows: done } = await sql<{ id: string }>`
    select l.id from log_alarm l join jsonb_to_recordset(${rows}::jsonb) f(id bigint, at timestamptz)
      on l.id = f.id and l.at = f.at where l.site_id = ${siteId} and l.ack_state = 'done'`.execute(
    trx,
  );
  return new Set(done.map(({ id }) => id));
}

async function writeOutcomes(trx: Trx, all: readonly Told[]): Promise<void> {
  const spoken = all.filter(({ outcome: { times } }) => times > 0);
  const escalated = all.filter(({ outcome }) => outcome.escalated);
  const ended = all.filter(
    ({ outcome: { watch, times }, wasOpen }) => !watch.told && (wasOpen || times > 0),
  );
  const words = await wordsOf(trx, [...spoken, ...escalated]);
  const receivers = await receiversOf(trx, spoken);
  await tell(trx, [
    ...spoken.map((told) => raised(told, words, receivers)),
    ...(await escalations(trx, escalated, words)),
  ]);
  if (ended.length > 0)
    await settle(
      trx,
      ended.flatMap(({ outcome }) => causesOf(outcome.watch)),
    );
  const over = all.filter(({ outcome }) => outcome.over).map(({ outcome }) => outcome.watch);
  const kept = all.filter(({ outcome }) => !outcome.over).map(({ outcome }) => outcome.watch);
  await writeWatches(trx, kept, over);
}

/** What the notices of an alarm hang on. */
export function causesOf({
  siteId,
  equipmentId,
  encoding,
}: Pick<Watch, 'siteId' | 'equipmentId' | 'encoding'>) {
  const cause = { siteId, objectId: `${equipmentId}:${encoding}` };
  return [
    { ...cause, notice: 'alarm.raised' as const },
    { ...cause, notice: 'alarm.escalated' as const },
    { ...cause, notice: 'alarm.escalatedToAll' as const },
  ];
}

function raised(
  told: Told,
  words: Words,
  receivers: ReadonlyMap<string, readonly string[]>,
): Telling {
  const { outcome, wasOpen } = told;
  const userIds = receivers.get(rolesKey(outcome));
  return {
    ...about(told, words),
    notice: 'alarm.raised',
    at: new Date(outcome.watch.startTime).toISOString(),
    count: countOf(outcome, wasOpen),
    ...(outcome.config && { level: outcome.config.level }),
    // Nobody holding the roles named, the alarm is told to all who may read the log.
    ...(userIds && userIds.length > 0 && { userIds }),
  };
}

/** To the plant managers; a site that has none learns of it with the alarm, all who may read the log. */
async function escalations(trx: Trx, told: readonly Told[], words: Words): Promise<Telling[]> {
  const tellings: Telling[] = [];
  for (const one of told) {
    const userIds = await holding(trx, one.outcome.watch.siteId, await managerRoles(trx));
    tellings.push({
      ...about(one, words),
      ...(userIds.length > 0
        ? { notice: 'alarm.escalated', userIds }
        : { notice: 'alarm.escalatedToAll' }),
    });
  }
  return tellings;
}

type Words = ReadonlyMap<string, Text>;

/** The words of alarms as the log copied them, by the id of its row. */
async function wordsOf(trx: Trx, told: readonly Told[]): Promise<Words> {
  if (told.length === 0) return new Map();
  const asked = told.map(({ outcome: { watch } }) => ({
    site_id: watch.siteId,
    at: watch.logTime,
    id: watch.logId,
  }));
  const { rows } = await sql<Text & { id: string }>`
    select l.id, coalesce(l.content_zh, '') as zh, coalesce(l.content_en, '') as en
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) a(site_id bigint, at timestamptz, id bigint)
    join log_alarm l on l.site_id = a.site_id and l.at = a.at and l.id = a.id`.execute(trx);
  return new Map(rows.map(({ id, zh, en }) => [id, { zh, en }]));
}

function about({ outcome: { watch, config }, number }: Told, words: Words) {
  const { siteId, equipmentId, encoding } = watch;
  const device = encodeURIComponent(number);
  return {
    siteId,
    objectId: `${equipmentId}:${encoding}`,
    link: `/log/alarm?encoding=${encodeURIComponent(encoding)}&deviceNumber=${device}&at=${since(watch)}`,
    params: {
      device: number,
      encoding,
      content: words.get(watch.logId ?? '') ?? '',
      n: config?.escalateMinutes ?? 0,
    },
  };
}

/**
 * From the day of the alarm on, so that the log shows it however long it stands: without, its page looks at the last days
 * alone. The day that it is furthest west, hence never one too late at the site; without a log row all there is.
 */
function since({ logTime }: Watch): string {
  if (logTime === null) return '';
  return `${new Date(Date.parse(logTime) - HALF_DAY_MS).toISOString().slice(0, 10)}~`;
}

const HALF_DAY_MS = 43_200_000;

/** People by the roles that configurations name; none named = by the notice's tag. */
async function receiversOf(
  trx: Trx,
  spoken: readonly Told[],
): Promise<Map<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (const { outcome } of spoken) {
    const roles = outcome.config?.roles ?? [];
    const key = rolesKey(outcome);
    if (roles.length > 0 && !found.has(key))
      found.set(key, await holding(trx, outcome.watch.siteId, roles));
  }
  return found;
}

function rolesKey({ watch, config }: Outcome): string {
  return `${watch.siteId} ${config?.roles.join(',') ?? ''}`;
}

async function holding(trx: Trx, siteId: string, roles: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select h.id from users_holding(${siteId}, null, ${roles}::bigint[]) h(id)`.execute(trx);
  return rows.map(({ id }) => id);
}

async function managerRoles(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select id from system_role where role_key = 'plant_manager'`.execute(trx);
  return rows.map(({ id }) => id);
}

function keyOf({ equipmentId, encoding }: { equipmentId: string; encoding: string }): string {
  return `${equipmentId} ${encoding}`;
}
