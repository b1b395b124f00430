import { ESCALATE_MINUTES } from '@millwright/contract/alarm/config';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';

/** What a machine raised: where, which kind of machine with which control, and the code. */
export interface RaisedAlarm {
  readonly siteId: string;
  readonly equipmentKind: string;
  readonly controlType: string | null;
  readonly encoding: string;
}

/** What the configuration says of an alarm; texts are copied into the log as they are now. */
export interface ExplainedAlarm {
  readonly id: string;
  /** Value of the dictionary `alarm_level`. */
  readonly level: string;
  readonly contentZh: string;
  readonly contentEn: string;
  /** Alarms that end sooner are logged but nobody is told. */
  readonly delaySeconds: number;
  /** So many within so many minutes are one entry; null = no filter. */
  readonly chatterCount: number | null;
  readonly chatterMinutes: number | null;
  /** The machine stands: proposal for its downtime. */
  readonly isStop: boolean;
  readonly downtimeReasonId: string | null;
  readonly notify: boolean;
  readonly roles: readonly string[];
  /** Told to the plant manager when nobody acknowledged it by then; null = never, as levels 1 and 2. */
  readonly escalateMinutes: number | null;
  /** Shelved up to this moment (milliseconds): logged but nobody is told; null = not shelved now. */
  readonly shelvedUntil: number | null;
}

/**
 * The enabled configuration of each alarm in the order given, null where there is none: the site's own goes before the
 * company's, one for this control before one for all (`*`). One statement for all of them; site scope of the transaction.
 */
export async function explainAlarms(
  trx: Trx,
  alarms: readonly RaisedAlarm[],
): Promise<(ExplainedAlarm | null)[]> {
  if (alarms.length === 0) return [];
  const asked = alarms.map(({ siteId, equipmentKind, controlType, encoding }, place) => ({
    place,
    site_id: siteId,
    kind: equipmentKind,
    control: controlType ?? '',
    encoding,
  }));
  const { rows } = await sql<
    Omit<ExplainedAlarm, 'shelvedUntil'> & { place: number; shelvedUntil: string | null }
  >`
    select distinct on (a.place) a.place, c.id, c.level, c.content_zh as "contentZh", c.content_en as "contentEn",
      c.delay_seconds as "delaySeconds", c.chatter_count as "chatterCount", c.chatter_minutes as "chatterMinutes",
      c.is_stop as "isStop", c.downtime_reason_id as "downtimeReasonId", c.notify, c.roles::text[] as roles,
      case c.level when '3' then coalesce(c.escalate_minutes, ${ESCALATE_MINUTES['3']}::int)
        when '4' then coalesce(c.escalate_minutes, ${ESCALATE_MINUTES['4']}::int) end as "escalateMinutes", case when c.shelve_until > now() then extract(epoch from c.shelve_until) * 1000 end as "shelvedUntil"
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a (place int, site_id bigint, kind text, control text, encoding text)
    join alarm_config c on c.status = '1' and ${isMeant}
    order by a.place, ${bestFirst}`.execute(trx);
  const found = new Map(
    rows.map(({ place, shelvedUntil, ...explained }) => [
      place,
      { ...explained, shelvedUntil: shelvedUntil === null ? null : Number(shelvedUntil) },
    ]),
  );
  return alarms.map((_, place) => found.get(place) ?? null);
}

/** The configuration of one alarm, or null. */
export async function explainAlarm(trx: Trx, alarm: RaisedAlarm): Promise<ExplainedAlarm | null> {
  const [explained] = await explainAlarms(trx, [alarm]);
  return explained ?? null;
}

/** Whether a configuration `c` is of the code of an alarm `a` (`site_id`, `encoding`) and of its site or the company. */
export const isOfCode = sql<boolean>`lower(c.encoding) = lower(a.encoding) and (c.site_id is null or c.site_id = a.site_id)`;

/** Whether a configuration `c`, enabled or not, is meant for an alarm `a` with `kind` and `control` of its machine. */
export const isMeant = sql<boolean>`${isOfCode} and c.equipment_kind = a.kind
  and (c.control_type = '*' or lower(c.control_type) = lower(a.control))`;

/** The order of configurations `c` that are meant for the same alarm: the first that is enabled explains it. */
export const bestFirst = sql`c.site_id nulls last, c.control_type = '*'`;
