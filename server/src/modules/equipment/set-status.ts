import type { robot } from '@millwright/contract/equipment/live-equipment';
import type { Answer, Context } from '../../kernel/context.ts';
import { hourSums } from '../device/hour-sums.ts';
import { lockDevices, writeLive } from '../device/live-row.ts';
import { openShiftCalendar } from '../device/shift-calendar.ts';
import type { StateEvent } from '../device/state-chain.ts';
import { takeStates } from '../device/take-states.ts';
import { followDowntime } from './follow-downtime.ts';

/** Says by hand that a machine is being maintained or set up, from now until it speaks again. */
export async function setStatus(
  context: Context,
  machine: Answer<typeof robot>,
  status: string,
  note: string,
): Promise<void> {
  const siteId = machine.siteId ?? '';
  const ids = [machine.id];
  const [lives, calendar] = await Promise.all([
    lockDevices(context.sql, siteId, ids),
    openShiftCalendar(context.sql, siteId, ids),
  ]);
  const live = lives.get(machine.id);
  if (!live || live.status === status) return;
  const now = Math.max(Date.now(), Date.parse(live.orderTime ?? '1970-01-01'));
  const data = { status: status as 'maintain' | 'setup', rawStatus: note === '' ? null : note };
  const event: StateEvent = { time: now, order: now, data, source: 'manual', timeSuspect: false };
  const hours = hourSums(calendar);
  const work = { trx: context.sql, siteId, calendar, hours };
  const before = live.status;
  const changes = await takeStates(work, new Map([[live, [event]]]));
  await followDowntime(work, changes, now);
  await hours.write(context.sql, siteId);
  await writeLive(context.sql, siteId, [live]);
  context.record({
    entity: 'base/equipment',
    entityId: machine.id,
    siteId,
    operation: 'setStatus',
    title: machine.number,
    ...(note === '' ? {} : { reason: note }),
    changes: [
      {
        field: 'runningStatus',
        label: { zh: '运行状态', en: 'Running status' },
        before,
        after: status,
      },
    ],
  });
}
