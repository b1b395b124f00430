import {
  kindOfPage,
  liveRefusals,
  machineTool,
  robot,
} from '@millwright/contract/equipment/live-equipment';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { refusals } from '@millwright/contract/kernel/errors';
import type { ListQuery } from '@millwright/contract/kernel/query';
import { textOf } from '@millwright/contract/kernel/text';
import { tagFor } from '@millwright/contract/registry';
import { type RawBuilder, sql } from 'kysely';
import { type Behaviour, behaviour } from '../../kernel/behaviour.ts';
import type { Answer, Context } from '../../kernel/context.ts';
import type { CallInput, Route } from '../../kernel/http/route.ts';
import { listQueryOf } from '../../kernel/list-query.ts';
import { refuse } from '../../kernel/refuse.ts';
import { heldToday } from '../base/dated-rows.ts';
import { actionRateOf } from './action-rate.ts';
import { alarmsOf } from './alarm-history.ts';
import { withFacts } from './live-facts.ts';
import { maintenanceOf } from './maintenance-history.ts';
import { outputsOf } from './output-history.ts';
import { setStatus } from './set-status.ts';
import { statesOf } from './state-history.ts';

export const robotPage = livePage(robot);
export const machineToolPage = livePage(machineTool);

/** In the order in which one walks past them: line, place on the line, number. */
const ALONG_THE_LINES = sql`order by t.site_id, (select l.serial_number from base_line l where l.id = t.line_id) nulls last,
  t.line_id, (select min(d.sequence) from base_line_devices d where d.equipment_id = t.id and d.parent_id = t.line_id
    and ${heldToday('d', sql`t.site_id`)}) nulls last, t.number`;

/** Undefined for a column of the equipment list, whose order the store knows. */
function orderOf({ sort, order }: ListQuery): RawBuilder<unknown> | undefined {
  if (sort === undefined) return ALONG_THE_LINES;
  const column = LIVE_COLUMNS.get(sort);
  if (!column) return undefined;
  const way = sql.raw(order === 'DESC' ? 'desc' : 'asc');
  return sql`order by (select ${sql.ref(`v.${column}`)} from device_live v where v.equipment_id = t.id) ${way}, t.id ${way}`;
}

/** What is kept of a machine beside its row, under the names of the page. */
const LIVE_COLUMNS = new Map([
  ['program', 'program'],
  ['sinceTime', 'start_time'],
]);

/** Machines of one kind as they are now: their rows of the equipment list, what they do, and what they did. */
function livePage(entity: typeof robot | typeof machineTool): Behaviour {
  const kind = kindOfPage[entity.name] ?? '';
  const narrowed = (query: ListQuery): ListQuery => ({
    ...query,
    params: { ...query.params, equipmentKind: kind },
  });
  const list = async (context: Context, query: ListQuery) => {
    const answer = await context.store(entity).list(narrowed(query), orderOf(query));
    return { ...answer, list: await withFacts(context, answer.list) };
  };
  return behaviour(entity, {
    list,
    get: async (context, id) => {
      const [row] = await withFacts(context, [await ofKind(context, entity, id)]);
      return row as Answer<typeof entity>;
    },
    actions: {
      async setStatus(context, row, body) {
        const machine = await ofKind(context, entity, row.id);
        if (machine.status === '0')
          throw refuse(liveRefusals['equipment.setStatus.disabled'], { c: machine.number });
        await setStatus(context, machine, textOf(body.status), textOf(body.note ?? ''));
        return context.store(entity).get(row.id);
      },
    },
    routes: [
      {
        method: 'GET',
        path: `${entity.path}/live`,
        tag: tagFor(entity, 'list'),
        module: entity.label,
        // A wall that refreshes itself is nobody's activity.
        passive: true,
        handle: (context, { query }) => list(context, listQueryOf(entity, query)),
      },
      view(entity, 'states', (context, row, { query }) => statesOf(context, row, query.span)),
      view(entity, 'action-rate', (context, row) => actionRateOf(context, row)),
      view(entity, 'alarms', (context, row) => alarmsOf(context, row)),
      view(entity, 'maintenance', (context, row) => maintenanceOf(context, row)),
      view(entity, 'outputs', (context, row) => outputsOf(context, row)),
      // Tools are not kept yet: there is nothing, and the answer says so.
      view(entity, 'tools', async () => ({ list: [], total: 0 })),
    ],
  });
}

/** A machine of the page's kind; one of another kind is not there. */
async function ofKind(
  context: Context,
  entity: typeof robot | typeof machineTool,
  id: string,
): Promise<Answer<typeof robot>> {
  const row = await context.store(entity).get(id);
  if (row.equipmentKind !== kindOfPage[entity.name]) throw refuse(refusals['row.missing']);
  return row;
}

function view(
  entity: typeof robot | typeof machineTool,
  name: string,
  answer: (context: Context, row: Answer<typeof robot>, call: CallInput) => Promise<unknown>,
): Route {
  const { path, label } = entity as AnyEntity;
  return {
    method: 'GET',
    path: `${path}/:id/${name}`,
    tag: tagFor(entity, 'query'),
    module: label,
    // An open drawer asks again and again.
    passive: true,
    handle: async (context, call) =>
      answer(context, await ofKind(context, entity, call.params.id ?? ''), call),
  };
}
