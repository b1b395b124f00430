import { line } from '@millwright/contract/base/line';
import type { Row } from '@millwright/contract/kernel/entity';
import { tagFor } from '@millwright/contract/registry';
import { localDay } from '@millwright/contract/kernel/local-day';
import { behaviour } from '../../kernel/behaviour.ts';
import type { Answer, Context } from '../../kernel/context.ts';
import { BUSINESS } from '../../kernel/business.ts';
import { rowsIn } from './child-rows.ts';
import { calendarOf, saveCalendar } from './line-calendar.ts';
import {
  type BoundDevice,
  idsOf,
  lockDevices,
  named,
  refuseWrongBindings,
  syncBindings,
} from './line-binding.ts';
import { linesForAll } from './line-commons.ts';
import { keepHistory } from './dated-rows.ts';
import { placeNamed, todayAt } from './number-series.ts';

type LineRow = Answer<typeof line>;

export default behaviour(line, {
  async create(context, draft) {
    const devices = await named(context, devicesOf(draft));
    await lockDevices(context, devices);
    const row = await context
      .store(line)
      .create({ ...draft, ...(devices.length > 0 ? { devices } : {}) });
    return bound(context, row, []);
  },

  /** Shifts and bindings that held until yesterday keep holding for the days before. */
  async update(context, id, change) {
    const before = await context.store(line).get(id);
    const today = await todayAt(context, before.siteId ?? '');
    const dated = await withHistory(context, before, change, today);
    await lockDevices(context, [...before.devices, ...devicesOf(dated)]);
    const row = await context.store(line).update(id, dated);
    return bound(context, row, before.devices);
  },

  /** A device is free again when its line goes; one that stands on another line meanwhile stays there. */
  async remove(context, ids) {
    const rows = await Promise.all(ids.map((id) => context.store(line).get(id)));
    await lockDevices(
      context,
      rows.flatMap(({ devices }) => devices),
    );
    await context.sql
      .updateTable('base_equipment')
      .set({ line_id: null, station_id: null })
      .where('line_id', 'in', ids)
      .execute();
    await context.store(line).remove(ids);
  },

  routes: [
    {
      method: 'GET',
      path: `${line.path}/:id/calendar`,
      tag: tagFor(line, 'query'),
      module: line.label,
      handle: (context, { params, query }) => calendarOf(context, params.id ?? '', query),
    },
    {
      method: 'PUT',
      path: `${line.path}/:id/calendar`,
      tag: tagFor(line, 'edit'),
      module: line.label,
      business: BUSINESS.edit,
      handle: (context, { params, body }) => saveCalendar(context, params.id ?? '', body),
    },
    {
      method: 'GET',
      path: '/api/commons/lines',
      tag: 'session',
      module: line.label,
      handle: (context, { query }) => linesForAll(context, query),
    },
  ],
});

async function withHistory(
  context: Context,
  before: Row<typeof line>,
  change: Record<string, unknown>,
  today: string,
): Promise<Record<string, unknown>> {
  const { timeZone } = await placeNamed(context, before.siteId ?? '');
  const born = localDay(new Date(before.createTime), timeZone);
  const dated: Record<string, unknown> = { ...change };
  const [shifts, devices] = [rowsIn(change, 'shifts'), rowsIn(change, 'devices')];
  if (shifts) dated.shifts = keepHistory(before.shifts, shifts, today, born);
  if (devices)
    dated.devices = keepHistory(before.devices, await named(context, devices), today, born);
  return dated;
}

async function bound(
  context: Context,
  row: LineRow,
  before: readonly BoundDevice[],
): Promise<LineRow> {
  await refuseWrongBindings(context, row.id);
  const touched = idsOf([...before, ...row.devices]);
  if (touched.length > 0)
    await syncBindings(context, await todayAt(context, row.siteId ?? ''), touched);
  return row;
}

function devicesOf(draft: Record<string, unknown>): BoundDevice[] {
  return rowsIn(draft, 'devices') ?? [];
}
