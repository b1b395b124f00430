import type { Behaviour } from './kernel/behaviour.ts';
import type { Route } from './kernel/http/route.ts';
import alarmConfig from './modules/alarm/config.ts';
import checkItem from './modules/base/check-item.ts';
import checkLimit from './modules/base/check-limit.ts';
import equipment from './modules/base/equipment.ts';
import line from './modules/base/line.ts';
import lineDay from './modules/base/line-day.ts';
import product from './modules/base/product.ts';
import reasonCode from './modules/base/reason-code.ts';
import route from './modules/base/route.ts';
import station from './modules/base/station.ts';
import downtime from './modules/equipment/downtime.ts';
import { machineToolPage, robotPage } from './modules/equipment/live-equipment.ts';
import alarmLog from './modules/log/alarm.ts';
import communicationLog from './modules/log/communication.ts';
import dncLog from './modules/log/dnc.ts';
import equipmentStateLog from './modules/log/equipment-state.ts';
import loginLog from './modules/log/login.ts';
import momLog from './modules/log/mom.ts';
import operateLog from './modules/log/operate.ts';
import { sealRoute } from './modules/log/seals.ts';
import { timelineRoute } from './modules/log/timeline.ts';
import { fileRoutes } from './modules/files/routes.ts';
import { jobRoutes } from './modules/system/job.ts';
import order from './modules/production/order.ts';
import erpOrder from './modules/project/erp-order.ts';
import instruction from './modules/system/instruction.ts';

/** What modules put in the place of generic operations; one line for each module file. */
export const behaviours: readonly Behaviour[] = [
  line,
  lineDay,
  equipment,
  product,
  route,
  station,
  checkItem,
  checkLimit,
  reasonCode,
  order,
  erpOrder,
  downtime,
  robotPage,
  machineToolPage,
  alarmConfig,
  instruction,
  loginLog,
  operateLog,
  communicationLog,
  momLog,
  dncLog,
  equipmentStateLog,
  alarmLog,
];

/** Routes that belong to no entity: sign-in, menu routes, own profile, commons. */
export const otherRoutes: readonly Route[] = [
  ...fileRoutes,
  ...jobRoutes,
  timelineRoute,
  sealRoute,
];
