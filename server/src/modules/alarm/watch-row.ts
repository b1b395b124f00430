import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import type { Watch } from './watch.ts';

/** A watch with the machine that it is about. */
export interface WatchedAlarm {
  readonly watch: Watch;
  readonly number: string;
  readonly equipmentKind: string;
  readonly controlType: string | null;
}

/** Locks the watches of some encodings of some machines, in one order. */
export async function lockWatches(
  trx: Trx,
  equipmentIds: readonly string[],
  encodings: readonly string[],
): Promise<Watch[]> {
  return lockWhere(
    trx,
    sql`w.equipment_id = any(${equipmentIds}::bigint[]) and w.encoding = any(${encodings}::text[])`,
  );
}

/** Locks what is due and no other process holds, at most 500, the longest due first. */
export async function lockDue(trx: Trx, now: number): Promise<WatchedAlarm[]> {
  const { rows } = await sql<WatchRow & Omit<WatchedAlarm, 'watch'>>`
    select ${COLUMNS}, e.number, e.equipment_kind as "equipmentKind", e.control_type as "controlType"
    from alarm_watch w join base_equipment e on e.id = w.equipment_id
    where w.due_time <= ${iso(now)}::timestamptz order by w.due_time limit 500 for update of w skip locked`.execute(
    trx,
  );
  return rows.map((row) => ({
    watch: watchOf(row),
    number: row.number,
    equipmentKind: row.equipmentKind,
    controlType: row.controlType,
  }));
}

/** Moves what is due of a watch by `now` to `later`; milliseconds. */
export async function putOff(
  trx: Trx,
  { equipmentId, encoding }: Pick<Watch, 'equipmentId' | 'encoding'>,
  now: number,
  later: number,
): Promise<void> {
  const moved = DUE.map((name) => sql.ref(name)).map(
    (due) => sql`${due} = case when ${due} <= ${iso(now)} then ${iso(later)} else ${due} end`,
  );
  await sql`update alarm_watch set ${sql.join(moved)}
    where equipment_id = ${equipmentId} and encoding = ${encoding}`.execute(trx);
}

const DUE = ['notify_at', 'escalate_at', 'quiet_at'];

/** Writes watches, and removes those that are over. */
export async function writeWatches(
  trx: Trx,
  kept: readonly Watch[],
  over: readonly Watch[],
): Promise<void> {
  if (over.length > 0)
    await sql`delete from alarm_watch w using jsonb_to_recordset(${JSON.stringify(over.map(rowOf))}::jsonb) o(equipment_id bigint, encoding text)
      where w.equipment_id = o.equipment_id and w.encoding = o.encoding`.execute(trx);
  if (kept.length === 0) return;
  const names = sql.join(WRITTEN.map((name) => sql.ref(name)));
  const set = sql.join(WRITTEN.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`));
  await sql`insert into alarm_watch (${names}) select ${names}
    from jsonb_populate_recordset(null::alarm_watch, ${JSON.stringify(kept.map(rowOf))}::jsonb)
    on conflict (equipment_id, encoding) do update set ${set}`.execute(trx);
}

/** Watches that a filter of `alarm_watch w` names, locked. */
export async function lockWhere(trx: Trx, filter: RawBuilder<unknown>): Promise<Watch[]> {
  const { rows } = await sql<WatchRow>`select ${COLUMNS} from alarm_watch w where ${filter}
    order by w.equipment_id, w.encoding for update`.execute(trx);
  return rows.map(watchOf);
}

interface WatchRow {
  equipmentId: string;
  siteId: string;
  encoding: string;
  configId: string;
  logId: string | null;
  logTime: string | null;
  startTime: string;
  endTime: string | null;
  told: boolean;
  tellings: string[];
  chatterCount: number | null;
  chatterMinutes: number | null;
  notifyAt: string | null;
  escalateAt: string | null;
  quietAt: string | null;
}

const COLUMNS = sql`w.equipment_id as "equipmentId", w.site_id as "siteId", w.encoding, w.config_id as "configId",
  w.log_id as "logId", w.log_time as "logTime",
  w.start_time as "startTime", w.end_time as "endTime", w.told, to_jsonb(w.tellings) as tellings,
  w.chatter_count as "chatterCount", w.chatter_minutes as "chatterMinutes", w.notify_at as "notifyAt",
  w.escalate_at as "escalateAt", w.quiet_at as "quietAt"`;

const WRITTEN = [
  'equipment_id',
  'encoding',
  'site_id',
  'config_id',
  'log_id',
  'log_time',
  'start_time',
  'end_time',
  'told',
  'tellings',
  'chatter_count',
  'chatter_minutes',
  'notify_at',
  'escalate_at',
  'quiet_at',
];

function watchOf(row: WatchRow): Watch {
  const { equipmentId, siteId, encoding, configId, logId, logTime } = row;
  const { told, chatterCount, chatterMinutes } = row;
  return {
    equipmentId,
    siteId,
    encoding,
    configId,
    logId,
    logTime,
    told,
    chatterCount,
    chatterMinutes,
    startTime: Date.parse(row.startTime),
    endTime: momentOf(row.endTime),
    tellings: row.tellings.map((time) => Date.parse(time)),
    notifyAt: momentOf(row.notifyAt),
    escalateAt: momentOf(row.escalateAt),
    quietAt: momentOf(row.quietAt),
  };
}

function rowOf(watch: Watch): Record<string, unknown> {
  return {
    equipment_id: watch.equipmentId,
    encoding: watch.encoding,
    site_id: watch.siteId,
    config_id: watch.configId,
    log_id: watch.logId,
    log_time: watch.logTime,
    start_time: iso(watch.startTime),
    end_time: iso(watch.endTime),
    told: watch.told,
    tellings: watch.tellings.map(iso),
    chatter_count: watch.chatterCount,
    chatter_minutes: watch.chatterMinutes,
    notify_at: iso(watch.notifyAt),
    escalate_at: iso(watch.escalateAt),
    quiet_at: iso(watch.quietAt),
  };
}

function momentOf(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}

function iso(moment: number | null): string | null {
  return moment === null ? null : new Date(moment).toISOString();
}
