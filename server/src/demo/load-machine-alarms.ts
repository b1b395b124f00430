import { sql } from 'kysely';
import type { AlarmWord } from '../modules/device/alarm-book.ts';
import { takeAlarms } from '../modules/device/take-alarms.ts';
import type { TakenDevice } from '../modules/device/taken-device.ts';
import type { DemoMachine } from './load-states.ts';
import type { Random } from './random.ts';
import type { DemoWriter } from './writer.ts';

/** What a machine raises, and the words that it shows with it. */
interface Code {
  readonly encoding: string;
  readonly text: string | null;
}

interface DemoAlarm extends Code {
  readonly machine: DemoMachine;
  readonly from: number;
  /** Infinite while it stands. */
  readonly to: number;
}

/** The alarms that made machines stand; those that stand are taken in as if their machines had just said them. */
export async function loadMachineAlarms(
  writer: DemoWriter,
  machines: readonly DemoMachine[],
  random: Random,
): Promise<void> {
  const codes = await stopCodes(writer);
  const alarms = machines.flatMap((machine) =>
    machine.states
      .filter(({ status }) => status === 'alarm' || status === 'estop')
      .map(({ from, to }): DemoAlarm => ({
        machine,
        from,
        to,
        ...codeFor(codes, machine, random),
      })),
  );
  await writeEnded(
    writer,
    alarms.filter(({ to }) => Number.isFinite(to)),
  );
  await takeStanding(
    writer,
    alarms.filter(({ to }) => !Number.isFinite(to)),
  );
}

type Codes = ReadonlyMap<string, readonly Code[]>;

async function stopCodes(writer: DemoWriter): Promise<Codes> {
  const { rows } = await sql<Code & { kinds: string }>`
    select equipment_kind || ' ' || control_type as kinds, encoding, regexp_replace(content_en, '\\{(\\w+)\\}', '\\1', 'g') as text
    from alarm_config where is_stop order by equipment_kind, control_type, encoding`.execute(
    writer.context.sql,
  );
  return Map.groupBy(rows, ({ kinds }) => kinds);
}

function codeFor(codes: Codes, { kind, control }: DemoMachine, random: Random): Code {
  const known = [...(codes.get(`${kind} ${control}`) ?? []), ...(codes.get(`${kind} *`) ?? [])];
  const usual = { encoding: kind === 'robot' ? 'RB-DOOR-03' : 'SV0401', text: null };
  // A few codes stand for most of the time.
  const { encoding, text } = known[Math.floor(random.next() ** 2 * known.length)] ?? usual;
  return { encoding, text };
}

/** Alarms that went again, with the words that came and went with them. */
async function writeEnded(writer: DemoWriter, alarms: readonly DemoAlarm[]): Promise<void> {
  const rows = alarms.map(({ machine, encoding, text, from, to }) => ({
    site: machine.siteId,
    id: machine.id,
    encoding,
    text,
    begins: new Date(from).toISOString(),
    ends: new Date(to).toISOString(),
  }));
  await sql`with ended as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        a(site bigint, id bigint, encoding text, text text, begins timestamptz, ends timestamptz)),
      events as (insert into alarm_event (site_id, equipment_id, encoding, text, start_time, end_time)
        select site, id, encoding, text, begins, ends from ended)
    insert into alarm_word (site_id, equipment_id, order_time, time, active, encoding, text)
    select site, id, begins, begins, true, encoding, text from ended
    union all select site, id, ends, ends, false, encoding, null from ended`.execute(
    writer.context.sql,
  );
}

async function takeStanding(writer: DemoWriter, alarms: readonly DemoAlarm[]): Promise<void> {
  const { sql: trx } = writer.context;
  const devices = await devicesOf(writer, alarms);
  for (const [siteId, own] of Map.groupBy(alarms, ({ machine }) => machine.siteId)) {
    const words = own.flatMap((alarm) => {
      const device = devices.get(alarm.machine.id);
      return device ? [[device, [wordOf(alarm)]] as const] : [];
    });
    await takeAlarms(trx, siteId, new Map(words));
  }
}

async function devicesOf(
  writer: DemoWriter,
  alarms: readonly DemoAlarm[],
): Promise<Map<string, TakenDevice>> {
  const { rows } = await sql<TakenDevice>`
    select e.id as "equipmentId", e.number, e.nickname, e.line_id as "lineId", l.code as "lineCode",
      e.equipment_kind as "equipmentKind", e.control_type as "controlType"
    from base_equipment e left join base_line l on l.id = e.line_id
    where e.id = any(${alarms.map(({ machine }) => machine.id)}::bigint[])`.execute(
    writer.context.sql,
  );
  return new Map(rows.map((row) => [row.equipmentId, row]));
}

function wordOf({ encoding, text, from }: DemoAlarm): AlarmWord {
  return {
    time: from,
    order: from,
    data: { encoding, active: 1, text },
    timeSuspect: false,
    orderCode: null,
  };
}
