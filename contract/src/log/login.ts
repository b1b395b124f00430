import { defineEntity } from '../kernel/entity.ts';
import { choice } from '../kinds/choice.ts';
import { dictionary } from '../kinds/dictionary.ts';
import { instant } from '../kinds/instant.ts';
import { text } from '../kinds/text.ts';
import { clientKinds, locations } from '../system/session.ts';

const told = { computed: true, list: true } as const;

/** Sign-ins that worked and failed, sign-outs, expiries, kicks and failed unlocks. */
export const loginLog = defineEntity({
  name: 'log/login',
  plural: 'login-logs',
  label: { zh: '登录日志', en: 'Login log' },
  scope: 'log',
  title: 'username',
  sort: { by: 'at', order: 'desc' },
  log: {
    partition: 'month',
    counted: ['event', 'status', 'location', 'clientKind', 'departName', 'browser', 'os'],
    rare: ['event'],
    words: ['username', 'host'],
  },
  fields: {
    at: instant('时间', 'Time', { ...told, required: true, filter: true, sort: true }),
    username: text('用户', 'User', { ...told, max: 64, filter: true }),
    event: dictionary('login_event', '事件', 'Event', { ...told, filter: true }),
    status: dictionary('log_status', '状态', 'Status', { ...told, filter: true }),
    responseInfo: text('响应信息', 'Response info', { ...told, max: 200 }),
    host: text('主机IP', 'Host IP', { ...told, max: 60, filter: true }),
    location: choice('登录地点', 'Location', locations, { ...told, filter: true }),
    browser: text('浏览器', 'Browser', { ...told, max: 60, filter: true }),
    os: text('操作系统', 'OS', { ...told, max: 60, filter: true }),
    clientKind: choice('终端', 'Client', clientKinds, { ...told, filter: true }),
    departName: text('厂区', 'Site', { ...told, max: 80, filter: true }),
  },
});
