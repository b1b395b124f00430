import { sql } from 'kysely';
import { explainAlarms } from '../alarm/explain.ts';
import type { StateWork } from '../device/take-states.ts';
import type { Stop } from './stops.ts';

/** What is proposed for a stop: the alarm that stood, and the reason that it, or the state of the machine, speaks for. */
export interface Proposal {
  readonly alarmEncoding: string | null;
  readonly category: string | null;
  readonly reasonId: string | null;
}

/**
 * Proposals in the order of the stops: the reason of the alarm's configuration, else the reason code that names the
 * alarm, else what the state says (set-up, maintenance). An alarm counts that stood when the stop began or came in it.
 */
export async function proposalsFor(
  work: StateWork,
  stops: readonly (Stop & { readonly equipmentId: string })[],
): Promise<Proposal[]> {
  if (stops.length === 0) return [];
  const raised = await alarmsOf(work, stops);
  const explained = await explainAlarms(
    work.trx,
    raised.flatMap((alarm) => (alarm ? [{ siteId: work.siteId, ...alarm }] : [])),
  );
  const reasons = await reasonsOf(work);
  let next = 0;
  return stops.map((stop, index) => {
    const alarm = raised[index];
    const said = alarm ? explained[next++] : null;
    const reason =
      reasons.find(({ id }) => id === said?.downtimeReasonId) ??
      reasons.find(({ encodings }) => alarm && encodings.includes(alarm.encoding.toLowerCase()));
    const category = reason?.category ?? BY_STATE[stop.status] ?? (alarm ? 'breakdown' : null);
    return {
      alarmEncoding: alarm?.encoding ?? null,
      category,
      reasonId: reason?.id ?? null,
    };
  });
}

interface Raised {
  readonly encoding: string;
  readonly equipmentKind: string;
  readonly controlType: string | null;
}

async function alarmsOf(
  work: StateWork,
  stops: readonly (Stop & { readonly equipmentId: string })[],
): Promise<(Raised | null)[]> {
  const asked = stops.map(({ equipmentId, start, end }, place) => ({
    place,
    equipment_id: equipmentId,
    begins: new Date(start).toISOString(),
    ends: new Date(end ?? Date.now()).toISOString(),
  }));
  const { rows } = await sql<Raised & { place: number }>`
    select distinct on (a.place) a.place, v.encoding, e.equipment_kind as "equipmentKind", e.control_type as "controlType"
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a (place int, equipment_id bigint, begins timestamptz, ends timestamptz)
    join base_equipment e on e.id = a.equipment_id
    join alarm_event v on v.equipment_id = a.equipment_id and v.start_time between a.begins - interval '1 day' and a.ends
      and coalesce(v.end_time, 'infinity') >= a.begins - interval '5 seconds'
    order by a.place, abs(extract(epoch from v.start_time - a.begins)), v.id`.execute(work.trx);
  const found = new Map(rows.map(({ place, ...alarm }) => [place, alarm]));
  return stops.map((_, place) => found.get(place) ?? null);
}

async function reasonsOf(work: StateWork) {
  const { rows } = await sql<{ id: string; category: string | null; encodings: string[] }>`
    select id, category, array(select lower(c) from unnest(alarm_encodings) c) as encodings from base_reason_code
    where site_id = ${work.siteId} and kind = 'downtime' and status = '1'`.execute(work.trx);
  return rows;
}

const BY_STATE: Readonly<Record<string, string>> = { setup: 'setup', maintain: 'planned' };
