import { alarmConfig } from './alarm/config.ts';
import { checkItem } from './base/check-item.ts';
import { checkLimit } from './base/check-limit.ts';
import { equipment } from './base/equipment.ts';
import { lineDay } from './base/line-day.ts';
import { gateway } from './base/gateway.ts';
import { line } from './base/line.ts';
import { procedure } from './base/procedure.ts';
import { product } from './base/product.ts';
import { reasonCode } from './base/reason-code.ts';
import { route } from './base/route.ts';
import { station } from './base/station.ts';
import { site } from './base/site.ts';
import { downtime } from './equipment/downtime.ts';
import { machineTool, robot } from './equipment/live-equipment.ts';
import type { AnyEntity } from './kernel/entity.ts';
import { alarmLog } from './log/alarm.ts';
import { communicationLog } from './log/communication.ts';
import { dncLog } from './log/dnc.ts';
import { equipmentStateLog } from './log/equipment-state.ts';
import { loginLog } from './log/login.ts';
import { momLog } from './log/mom.ts';
import { operateLog } from './log/operate.ts';
import { allTags } from './menu.ts';
import { order } from './production/order.ts';
import { erpOrder } from './project/erp-order.ts';
import { dictItem } from './system/dict-item.ts';
import { dictType } from './system/dict-type.ts';
import { instruction } from './system/instruction.ts';
import { kanban } from './system/kanban.ts';
import { menuEntry } from './system/menu.ts';
import { role } from './system/role.ts';
import { session } from './system/session.ts';
import { setting } from './system/setting.ts';
import { user } from './system/user.ts';

/** Every entity of the product; a new one is a line here and a file of its own. */
export const entities: readonly AnyEntity[] = [
  site,
  line,
  lineDay,
  gateway,
  equipment,
  product,
  route,
  procedure,
  station,
  checkItem,
  checkLimit,
  reasonCode,
  order,
  erpOrder,
  downtime,
  alarmConfig,
  user,
  role,
  menuEntry,
  dictType,
  dictItem,
  setting,
  session,
  instruction,
  kanban,
  operateLog,
  loginLog,
  communicationLog,
  momLog,
  dncLog,
  equipmentStateLog,
  alarmLog,
];

/** Other pages over rows of an entity above: they have calls and tags of their own, but no table. */
export const views: readonly AnyEntity[] = [robot, machineTool];

/** The entity of a name such as `base/product`; throws on an unknown one. */
export function entityOf(name: string): AnyEntity {
  const entity = byName.get(name);
  if (!entity) throw new Error(`There is no entity ${name}`);
  return entity;
}

const byName = new Map([...entities, ...views].map((entity) => [entity.name, entity]));

/**
 * Tag that guards an operation or action of an entity: `production:order:release`. An action whose own tag
 * the menu does not know takes the one its declaration names, else `edit`.
 */
export function tagFor(entity: AnyEntity, operation: string): string {
  const own = `${entity.tag}:${operation}`;
  if (tags.has(own)) return own;
  return `${entity.tag}:${entity.actions[operation]?.tag ?? 'edit'}`;
}

/** Whether an operation of the standard set exists for an entity: its page's row in the menu names it. */
export function offers(entity: AnyEntity, operation: string): boolean {
  return tags.has(`${entity.tag}:${operation}`);
}

const tags: ReadonlySet<string> = new Set(allTags());
