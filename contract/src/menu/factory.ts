import { directory, later, page, subdirectory } from './entry.ts';
import type { MenuEntry } from './entry.ts';

/* One row of the tree on two lines: what people see, then what guards it. */

const group = 'factory';

// oxfmt-ignore
const traces = subdirectory('追溯档案', 'Traceability records', '/trace', 'branches', [
  later(page('铝棒追溯', 'Aluminium rods', '/trace/rod', 'column-height',
    'trace:rod', 'list query add edit export import print void issue')),
  later(page('铝块追溯', 'Aluminium blocks', '/trace/block', 'appstore',
    'trace:block', 'list query add edit export import print void issue')),
  later(page('锻造追溯', 'Forging', '/trace/forging', 'fire',
    'trace:forging', 'list query add edit export import void')),
  later(page('热处理追溯', 'Heat treatment', '/trace/heatTreatment', 'heat-map',
    'trace:heatTreatment', 'list query add edit export void release reject reheat')),
]);

// oxfmt-ignore
const production = directory('生产管理', 'Production', '/production', 'schedule', [
  page('生产订单', 'Orders', '/production/order', 'file-text',
    'production:order', 'list query add edit remove export import copy split print release cancel pause resume complete close reopen'),
  later(page('生产计划', 'Production plan', '/production/plan', 'calendar',
    'production:plan', 'list query add edit remove export import print issue finish cancel')),
  later(page('产品追溯', 'Product trace', '/production/productTrace', 'apartment',
    'production:productTrace', 'list query export print impact')),
  later(page('工件追溯', 'Workpiece traceability', '/production/workpieceTrace', 'qrcode',
    'production:workpiece', 'list query export report')),
  traces,
  later(page('装箱记录', 'Packing records', '/production/packing', 'inbox',
    'production:packing', 'list query add edit export print void close reopen ship')),
  later(page('库存', 'Inventory', '/production/inventory', 'database',
    'production:inventory', 'list query add edit export print adjust approve')),
  later(page('来料', 'Incoming material', '/production/incoming', 'import',
    'production:incoming', 'list query add edit remove export import print submit accept concession reject')),
], { group });

// oxfmt-ignore
const equipment = directory('设备详情', 'Equipment details', '/equipment', 'robot', [
  page('机器人', 'Robots', '/equipment/robot', 'robot',
    'equipment:robot', 'list query export setStatus'),
  page('机床', 'Machine tools', '/equipment/machineTool', 'tool',
    'equipment:machineTool', 'list query export setStatus'),
  page('停机记录', 'Downtime', '/equipment/downtime', 'pause-circle',
    'equipment:downtime', 'list query edit export classify split'),
], { group });

// oxfmt-ignore
const inspection = directory('检测管理', 'Inspection', '/inspection', 'file-done', [
  later(page('检测记录', 'Test records', '/inspection/testRecord', 'profile',
    'inspection:testRecord', 'list query add edit export import void')),
  later(page('检测图表', 'Charts', '/inspection/chart', 'line-chart',
    'inspection:chart', 'list edit export limit')),
  later(page('抽检', 'Spot-check', '/inspection/spotCheck', 'check-square',
    'inspection:spotCheck', 'list query add edit remove export explain cancel')),
  later(page('探伤', 'Flaw detection', '/inspection/flawDetection', 'scan',
    'inspection:flawDetection', 'list query add edit export void review')),
  later(page('动平衡', 'Dynamic balance', '/inspection/dynamicBalance', 'sync',
    'inspection:dynamicBalance', 'list query add edit export import void')),
  later(page('不合格品', 'Nonconformities', '/inspection/nonconformity', 'warning',
    'inspection:nonconformity', 'list query add edit export hold unhold review dispose verify close cancel')),
], { group });

// oxfmt-ignore
const maintenance = directory('保养管理', 'Maintenance', '/maintenance', 'build', [
  later(page('保养台账', 'Maintenance ledger', '/maintenance/ledger', 'book',
    'maintenance:ledger', 'list query add edit remove export import print')),
  later(page('保养记录', 'Maintenance records', '/maintenance/record', 'carry-out',
    'maintenance:record', 'list query add edit export complete cancel')),
  later(page('维修工单', 'Repairs', '/maintenance/repair', 'medicine-box',
    'maintenance:repair', 'list query add edit export accept verify cancel')),
], { group });

// oxfmt-ignore
const tools = directory('刀具管理', 'Tools', '/tool', 'scissor', [
  later(page('刀具组', 'Tool groups', '/tool/toolGroup', 'cluster',
    'tool:group', 'list query add edit remove export import print')),
  later(page('刀具数据', 'Tool data', '/tool/toolData', 'dashboard',
    'tool:data', 'list query edit export import print shape write replace')),
  later(page('刀具消息', 'Tool messages', '/tool/toolMsg', 'bell',
    'tool:message', 'list query export ack handle extend')),
], { group });

// oxfmt-ignore
const base = directory('基础配置', 'Base configuration', '/baseConfig', 'setting', [
  page('订单配置', 'Orders', '/baseConfig/order', 'container',
    'base:order', 'list'),
  page('产线', 'Production lines', '/baseConfig/line', 'partition',
    'base:line', 'list query add edit remove export import print'),
  page('设备清单', 'Equipment list', '/baseConfig/equipment', 'hdd',
    'base:equipment', 'list query add edit remove export import print test'),
  page('网关', 'Gateways', '/baseConfig/gateway', 'gateway',
    'base:gateway', 'list query add edit remove export renew'),
  page('产品', 'Products', '/baseConfig/product', 'gold',
    'base:product', 'list query add edit remove export import copy'),
  page('工序', 'Procedures', '/baseConfig/procedure', 'node-index',
    'base:procedure', 'list query add edit remove export import'),
  page('工位', 'Stations', '/baseConfig/station', 'environment',
    'base:station', 'list query add edit remove export import print'),
  page('厂区', 'Sites', '/baseConfig/site', 'bank',
    'base:site', 'list query add edit remove enable export'),
  page('检测项目', 'Check items', '/baseConfig/checkItem', 'ordered-list',
    'base:checkItem', 'list query add edit remove export import copy'),
  later(page('定期检验', 'Regular inspection', '/baseConfig/regularInspection', 'schedule',
    'base:regularInspection', 'list query add edit remove export import postpone')),
  page('原因代码', 'Reason codes', '/baseConfig/reasonCode', 'tags',
    'base:reasonCode', 'list query add edit remove export import'),
], { group });

// oxfmt-ignore
const alarm = directory('报警配置', 'Alarm config', '/alarm', 'alert', [
  page('报警配置', 'Alarm config', '/alarm/config', 'alert',
    'alarm:config', 'list query add edit remove export import shelve'),
], { group });

/** Top entries of the group 工厂 / Factory. */
export const factoryMenu: readonly MenuEntry[] = [
  page('首页', 'Home', '/home', 'home', 'home:data', 'list export', { group, affix: true }),
  production,
  equipment,
  inspection,
  maintenance,
  tools,
  base,
  alarm,
];
