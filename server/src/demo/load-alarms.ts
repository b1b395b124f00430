import { ESCALATE_MINUTES } from '@millwright/contract/alarm/config';
import { alarmConfig } from '@millwright/contract/alarm/config';
import { sql } from 'kysely';
import { alarms, type DemoAlarm } from './alarm-data.ts';
import type { DemoCalendar } from './calendar.ts';
import { randomOf } from './random.ts';
import type { DemoWriter } from './writer.ts';

/** The alarm texts of the company, written over the last two years. */
export async function loadAlarms(writer: DemoWriter, calendar: DemoCalendar): Promise<void> {
  const roles = await sql<{
    id: string;
  }>`select id from system_role where role_key = 'equipment_engineer'`.execute(writer.context.sql);
  const told = roles.rows.map(({ id }) => id);
  const random = randomOf(320);
  await writer.write(
    alarmConfig,
    alarms.map((alarm) => {
      const days = random.integer(3, 700);
      const time = new Date(calendar.now.getTime() - days * 86_400_000).toISOString();
      return {
        siteId: null,
        draft: draftOf(alarm, told),
        owned: { time, createTime: time, updateTime: time },
      };
    }),
  );
}

function draftOf(alarm: DemoAlarm, told: string[]) {
  const { kind, control, encoding, level, zh, en, help, isStop = false } = alarm;
  const [causeZh, causeEn, adviceZh, adviceEn] = help ?? [];
  const isSerious = Number(level) >= 3;
  return {
    equipmentKind: kind,
    controlType: control,
    encoding,
    level,
    contentZh: zh,
    contentEn: en,
    isStop,
    notify: isSerious,
    delaySeconds: isSerious ? 10 : 0,
    roles: isSerious ? told : [],
    ...((level === '3' || level === '4') && { escalateMinutes: ESCALATE_MINUTES[level] }),
    ...(help && { causeZh, causeEn, adviceZh, adviceEn }),
    ...(alarm.chatters && { chatterCount: 3, chatterMinutes: 5 }),
  };
}
