import { directory, hiddenPage, page, personalPage } from './entry.ts';
import type { MenuEntry } from './entry.ts';

/* One row of the tree on two lines: what people see, then what guards it. */

const group = 'system';

// oxfmt-ignore
const logs = directory('日志管理', 'Logs', '/log', 'solution', [
  page('操作日志', 'Operate log', '/log/operate', 'form',
    'log:operate', 'list query export'),
  page('设备状态日志', 'Equipment state log', '/log/equipmentState', 'fund',
    'log:equipmentState', 'list query export'),
  page('登录日志', 'Login log', '/log/login', 'login',
    'log:login', 'list query export'),
  page('通讯日志', 'Communication log', '/log/communication', 'message',
    'log:communication', 'list query export'),
  page('MOM 日志', 'MOM log', '/log/mom', 'api',
    'log:mom', 'list query export retry'),
  page('DNC 日志', 'DNC log', '/log/dnc', 'cloud-download',
    'log:dnc', 'list query export'),
  page('报警日志', 'Alarm log', '/log/alarm', 'bell',
    'log:alarm', 'list query export ack'),
], { group });

// oxfmt-ignore
const system = directory('系统管理', 'System', '/system', 'setting', [
  page('用户管理', 'Users', '/system/user', 'user',
    'system:user', 'list query add edit remove export import reset enable unlock sync'),
  page('角色管理', 'Roles', '/system/role', 'team',
    'system:role', 'list query add edit remove export copy enable assign'),
  page('菜单管理', 'Menus', '/system/menu', 'menu',
    'system:menu', 'list query add edit remove export import'),
  page('字典管理', 'Dictionaries', '/system/dict', 'book',
    'system:dict', 'list query add edit remove export import refresh'),
  hiddenPage('字典数据', 'Dictionary data', '/dict/type/data/:dictId(\\d+)', '/system/dict', { noCache: true }),
  page('操作说明', 'Instructions', '/system/instruction', 'read',
    'system:instruction', 'list query add edit remove export print submit publish'),
  page('看板刷新', 'Kanban refresh', '/system/kanban', 'desktop',
    'system:kanban', 'list query add edit remove refresh command'),
  page('在线会话', 'Online sessions', '/system/session', 'global',
    'system:session', 'list kick'),
  page('系统参数', 'Settings', '/system/setting', 'control',
    'system:setting', 'list edit'),
], { group });

/** Top entries of the group 系统 / System, with the personal center that stands outside the sidebar. */
export const systemMenu: readonly MenuEntry[] = [
  logs,
  system,
  personalPage('个人中心', 'Personal center', '/user/profile', 'idcard'),
];
