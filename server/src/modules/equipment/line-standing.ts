import type {
  LineEvent,
  LineOutput,
  LineStanding,
} from '@millwright/contract/equipment/live-equipment';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import { shownContent } from '../alarm/content.ts';
import { explainAlarms } from '../alarm/explain.ts';
import { paceMaker, type PacedLine, pacedLines } from './paced-lines.ts';

/** How an enabled line of a site stands now; null while no machine is bound to it. */
export async function lineStanding(
  trx: Trx,
  siteId: string,
  { code, hours }: Pick<LineOutput, 'code' | 'hours'>,
  now = Date.now(),
): Promise<LineStanding | null> {
  const lines = await pacedLines(trx, { siteId, lineId: null, now });
  const line = lines.find((one) => one.code === code);
  const machine = line && paceMaker(line, line.today);
  if (!machine) return null;
  const asked = { line, paceMaker: machine.equipmentId, since: hours[0]?.hour ?? null, now };
  return {
    status: await stateOf(trx, siteId, asked),
    event: await lastEvent(trx, siteId, asked),
  };
}

/** What the pace maker does; where it never tells, what most machines of the line do. */
async function stateOf(trx: Trx, siteId: string, { line, paceMaker: machine }: Asked) {
  const { rows } = await sql<{ status: string }>`
    select v.status from base_equipment e join device_live v on v.equipment_id = e.id and v.status is not null
    where e.site_id = ${siteId} and e.line_id = ${line.id} and e.status = '1' and e.is_show
    group by v.status order by bool_or(e.id = ${machine}) desc, count(*) desc, v.status limit 1`.execute(
    trx,
  );
  return rows[0]?.status ?? null;
}

interface Asked {
  readonly line: PacedLine;
  readonly paceMaker: string;
  /** Begin of the shift that runs. */
  readonly since: string | null;
  readonly now: number;
}

/**
 * What stands goes before what is over, the machine that sets the pace before the others, the latest before the
 * earlier; a standing alarm counts from its begin, before it has become a stop.
 */
async function lastEvent(
  trx: Trx,
  siteId: string,
  { line, paceMaker: machine, since, now }: Asked,
): Promise<LineEvent | null> {
  const { rows } = await sql<Found>`
    select s.kind, case when e.id <> ${machine} then e.nickname end as machine, s.start_time as "startTime",
      s.end_time is not null as "isOver", s.seconds, s.name_zh as "nameZh", s.name_en as "nameEn",
      s.encoding, s.text, e.equipment_kind as "equipmentKind", e.control_type as "controlType"
    from base_equipment e join lateral (
      select 'stop' as kind, d.start_time, d.end_time, (d.minutes * 60)::float8 as seconds, r.name_zh, r.name_en,
        d.alarm_encoding as encoding, (select a.text from alarm_event a where a.equipment_id = e.id and a.encoding = d.alarm_encoding
          and a.start_time between d.start_time - interval '1 day' and coalesce(d.end_time, 'infinity') order by a.start_time desc limit 1) as text
      from equipment_downtime d left join base_reason_code r on r.id = d.reason_id
      where d.equipment_id = e.id and (d.end_time is null or d.start_time >= ${since}::timestamptz)
      union all
      select 'alarm', a.start_time, null, extract(epoch from ${new Date(now).toISOString()}::timestamptz - a.start_time)::float8,
        null, null, a.encoding, a.text
      from alarm_event a where a.equipment_id = e.id and a.end_time is null
        and not exists (select from equipment_downtime d where d.equipment_id = e.id and d.end_time is null)) s on true
    where e.site_id = ${siteId} and e.line_id = ${line.id} and e.status = '1' and e.is_show
    order by s.end_time is null desc, e.id = ${machine} desc, coalesce(s.end_time, s.start_time) desc limit 1`.execute(
    trx,
  );
  const [found] = rows;
  if (!found) return null;
  const { kind, machine: other, startTime, isOver, seconds } = found;
  return {
    kind,
    machine: other,
    startTime,
    isOver,
    seconds,
    ...(await wordsOf(trx, siteId, found)),
  };
}

interface Found extends Omit<LineEvent, 'textZh' | 'textEn'> {
  readonly nameZh: string | null;
  readonly nameEn: string | null;
  readonly encoding: string | null;
  readonly text: string | null;
  readonly equipmentKind: string;
  readonly controlType: string | null;
}

async function wordsOf(trx: Trx, siteId: string, { nameZh, nameEn, encoding, ...said }: Found) {
  if (nameZh !== null) return { textZh: nameZh, textEn: nameEn };
  if (encoding === null) return { textZh: null, textEn: null };
  const [explained] = await explainAlarms(trx, [{ siteId, encoding, ...said }]);
  const { contentZh, contentEn } = shownContent(explained, said.text);
  return { textZh: contentZh ?? encoding, textEn: contentEn ?? encoding };
}
