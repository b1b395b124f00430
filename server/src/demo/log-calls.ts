/** A kind of call that people of a role make. */
export interface DemoCall {
  readonly module: string;
  readonly business: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly entity: string | null;
  readonly param: string | null;
  /** How often among the calls of the role. */
  readonly often: number;
  /** Share of the calls that are refused, and the sentence then. */
  readonly refused: number;
  readonly refusal: string | null;
}

/** What people of a role do in the system, with its weight; nothing for those who only read. */
export function callsOf(role: string): readonly DemoCall[] {
  return CALLS[role] ?? ownAccount;
}

/** At night nobody changes master data: orders go on, pieces are reported. */
export function nightCallsOf(role: string): readonly DemoCall[] {
  const all = callsOf(role);
  const quiet = all.filter(({ entity }) => entity === null || entity.startsWith('production/'));
  return quiet.length > 0 ? quiet : all;
}

type Options = Partial<Pick<DemoCall, 'param' | 'refused' | 'refusal'>>;

function call(
  module: string,
  entity: string | null,
  business: string,
  method: DemoCall['method'],
  url: string,
  often: number,
  options: Options = {},
): DemoCall {
  return {
    module,
    entity,
    business,
    method,
    url,
    often,
    param: null,
    refused: 0.02,
    refusal: '数据已被他人修改，请核对后再保存',
    ...options,
  };
}

function editing(module: string, entity: string, url: string, often: number): DemoCall[] {
  return [
    call(module, entity, '1', 'POST', url, often, {
      refused: 0.04,
      refusal: `${module}编号已存在`,
    }),
    call(module, entity, '2', 'PUT', `${url}/:id`, often * 3),
    call(module, entity, '5', 'GET', `${url}/export`, often, { refused: 0 }),
  ];
}

const ORDERS = '/api/production/orders';

const ownAccount: readonly DemoCall[] = [
  call('个人', null, '2', 'PUT', '/api/user/info', 2),
  call('个人', null, '2', 'PUT', '/api/user/info/preferences/columns', 6, { refused: 0 }),
  call('个人', null, '2', 'PUT', '/api/user/run/model/lock', 4, { refused: 0 }),
  call('个人', null, '2', 'PUT', '/api/user/run/model/unlock', 4, {
    refused: 0.06,
    refusal: '锁屏密码错误',
  }),
];

const plannerCalls: readonly DemoCall[] = [
  ...editing('生产订单', 'production/order', ORDERS, 4),
  call('生产订单', 'production/order', '11', 'POST', `${ORDERS}/:id/actions/release`, 6, {
    refused: 0.06,
    refusal: '产线「L02 锻造线8000T」缺少工序「旋压」的工位',
  }),
  call('生产订单', 'production/order', '11', 'POST', `${ORDERS}/:id/actions/pause`, 2, {
    param: '{"reason":"待料"}',
  }),
  call('生产订单', 'production/order', '11', 'POST', `${ORDERS}/:id/actions/resume`, 2, {
    param: '{"reason":"物料到位"}',
  }),
  call('生产订单', 'production/order', '11', 'POST', `${ORDERS}/:id/actions/complete`, 2, {
    refused: 0.12,
    refusal: '仍有26件在制或冻结，请填写原因',
  }),
  call('生产订单', 'production/order', '6', 'POST', `${ORDERS}/import`, 1, {
    refused: 0.1,
    refusal: '导入文件有3处问题',
  }),
  ...ownAccount,
];

const leaderCalls: readonly DemoCall[] = [
  call('生产订单', 'production/order', '2', 'PUT', `${ORDERS}/:id`, 3),
  call('生产订单', 'production/order', '11', 'POST', `${ORDERS}/:id/actions/pause`, 1, {
    refused: 0.3,
    refusal: '没有操作权限',
  }),
  call('生产订单', 'production/order', '5', 'GET', `${ORDERS}/export`, 2, { refused: 0 }),
  ...ownAccount,
];

const CALLS: Readonly<Record<string, readonly DemoCall[]>> = {
  planner: plannerCalls,
  plant_manager: [
    call('生产订单', 'production/order', '11', 'POST', `${ORDERS}/:id/actions/close`, 3),
    ...leaderCalls,
  ],
  team_leader: leaderCalls,
  night_shift_leader: leaderCalls,
  site_admin: [
    ...editing('用户', 'system/user', '/api/user/account/user', 2),
    call('用户', 'system/user', '2', 'POST', '/api/user/account/user/:id/actions/reset', 2, {
      param: '{"password":"******"}',
    }),
    call('角色', 'system/role', '4', 'PUT', '/api/system/roles/:id', 1, {
      refused: 0.1,
      refusal: '不能授予自己没有的权限、角色或厂区',
    }),
    ...editing('产线', 'base/line', '/api/base/lines', 1),
    ...ownAccount,
  ],
  process_engineer: [
    ...editing('产品', 'base/product', '/api/base/products', 3),
    ...editing('检测项目', 'base/checkItem', '/api/base/check-items', 4),
    ...editing('工序', 'base/procedure', '/api/base/procedures', 1),
    ...editing('工位', 'base/station', '/api/base/stations', 1),
    ...ownAccount,
  ],
  quality_manager: [
    ...editing('检测项目', 'base/checkItem', '/api/base/check-items', 3),
    ...editing('原因代码', 'base/reasonCode', '/api/base/reason-codes', 1),
    ...ownAccount,
  ],
  equipment_engineer: [
    ...editing('设备', 'base/equipment', '/api/base/equipments', 4),
    call('设备', 'base/equipment', '11', 'POST', '/api/base/equipments/:id/actions/test', 5, {
      refused: 0.15,
      refusal: '尚未收到该设备的消息',
    }),
    ...editing('产线', 'base/line', '/api/base/lines', 1),
    ...ownAccount,
  ],
  auditor: [
    call('操作日志', null, '5', 'GET', '/api/log/operate-logs/export', 3, { refused: 0 }),
    call('登录日志', null, '5', 'GET', '/api/log/login-logs/export', 2, { refused: 0 }),
  ],
  company_manager: [
    call('生产订单', null, '5', 'GET', `${ORDERS}/export`, 3, { refused: 0 }),
    call('个人', null, '9', 'POST', '/api/user/depart/switch/site', 5, { refused: 0 }),
  ],
};
