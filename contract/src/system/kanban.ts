import { defineEntity } from '../kernel/entity.ts';
import { defineRefusals } from '../kernel/errors.ts';
import type { AnyFields } from '../kernel/field.ts';
import { choice } from '../kinds/choice.ts';
import { dictionary } from '../kinds/dictionary.ts';
import { flag } from '../kinds/flag.ts';
import { instant } from '../kinds/instant.ts';
import { integer } from '../kinds/integer.ts';
import { ref } from '../kinds/ref.ts';
import { rows } from '../kinds/rows.ts';
import { text } from '../kinds/text.ts';
import { offeredPages, pageWords } from './kanban-page.ts';

const told = { computed: true, list: true } as const;
const seconds = { zh: '秒', en: 's' };

/** How far a command has come; `silent` when it failed because a screen did not answer in time. */
export const commandStates = {
  sent: { zh: '已发送', en: 'Sent' },
  received: { zh: '已接收', en: 'Received' },
  done: { zh: '已完成', en: 'Done', color: 'ok' },
  failed: { zh: '失败', en: 'Failed', color: 'bad' },
  silent: { zh: '看板未响应', en: 'No answer', color: 'bad' },
} as const;

/** A screen on the wall: what it shows in turn, and what it last said of itself. Its token is kept apart. */
export const kanban = defineEntity({
  name: 'system/kanban',
  label: { zh: '看板', en: 'Board' },
  scope: 'site',
  title: 'boardName',
  code: 'boardCode',
  sort: { by: 'boardCode', order: 'asc' },
  unique: [['boardCode']],
  sections: {
    board: { zh: '看板', en: 'Board' },
    screen: { zh: '终端', en: 'Screen' },
  },
  fields: {
    boardCode: text('看板编号', 'Board code', {
      required: true,
      max: 30,
      pattern: /^[A-Za-z0-9_-]+$/,
      allowed: { zh: '字母、数字、- _', en: 'letters, digits, - _' },
      list: true,
      filter: true,
      sort: true,
      section: 'board',
      help: {
        zh: '屏幕地址的一部分，识别时显示',
        en: 'Part of the address; shown when identifying',
      },
    }),
    boardName: text('看板名称', 'Board name', {
      required: true,
      max: 50,
      list: true,
      filter: true,
      sort: true,
      section: 'board',
    }),
    lineId: ref('base/line', '产线', 'Line', {
      list: true,
      filter: true,
      section: 'board',
      help: { zh: '留空为整个厂区', en: 'Empty shows the whole site' },
    }),
    refreshSeconds: integer('刷新间隔', 'Refresh interval', {
      min: 5,
      max: 3_600,
      unit: seconds,
      list: true,
      section: 'board',
      help: { zh: '留空则取系统参数', en: 'Leave empty for the general setting' },
    }),
    pages: rows(
      '轮播页面',
      'Pages',
      {
        page: choice('页面', 'Page', offeredPages, { required: true }),
        seconds: integer('停留', 'Shown for', {
          required: true,
          default: 20,
          min: 10,
          max: 600,
          unit: seconds,
        }),
      },
      { min: 1, max: 20, section: 'board' },
    ),
    online: flag('在线', 'Online', { ...told, default: false, filter: true, sort: true }),
    outdated: flag('未更新', 'Outdated', {
      ...told,
      default: false,
      filter: true,
      help: {
        zh: '刷新指令未执行，或终端程序不是当前版本',
        en: 'A refresh was not carried out, or the screen runs another version',
      },
    }),
    lastHeartbeatAt: instant('最后心跳', 'Last heartbeat', { ...told, sort: true }),
    currentPage: choice('当前页面', 'Current page', pageWords, { ...told, sort: true }),
    orientation: dictionary('kanban_orientation', '方向', 'Orientation', told),
    resolution: text('分辨率', 'Resolution', { ...told, max: 20 }),
    ip: text('IP地址', 'IP', { ...told, max: 45, sort: true }),
    clientVersion: text('终端版本', 'Version', { ...told, max: 40, sort: true }),
    lastCommand: dictionary('kanban_command', '最近指令', 'Last command', told),
    lastCommandState: choice('指令状态', 'Command state', commandStates, { ...told, filter: true }),
    unanswered: text('未完成的终端', 'Screens not done', {
      computed: true,
      max: 300,
      help: {
        zh: '共用看板令牌的每台终端各自应答',
        en: 'Each screen that shares the token answers for itself',
      },
    }),
    tokenTime: instant('令牌时间', 'Token made', { computed: true }),
    status: dictionary('enable_status', '状态', 'Status', {
      required: true,
      default: '1',
      list: true,
      filter: true,
      section: 'board',
    }),
    remark: text('备注', 'Remark', {
      max: 500,
      lines: 2,
      list: true,
      filter: true,
      section: 'board',
    }),
  },
  figures: {
    online: {
      label: { zh: '在线', en: 'Online' },
      filters: { online: 'true', status: '1' },
      look: 'on',
    },
    offline: {
      label: { zh: '离线', en: 'Offline' },
      filters: { online: 'false', status: '1' },
      look: 'dark',
    },
    outdated: {
      label: { zh: '未更新', en: 'Outdated' },
      filters: { outdated: 'true', status: '1' },
      look: 'lacking',
    },
  },
  actions: {
    renewToken: {
      label: { zh: '更换令牌', en: 'New token' },
      icon: 'key',
      confirm: {
        zh: '「{name}」现用的令牌将立即失效，屏幕需要重新登记，确定更换吗？',
        en: 'The token of "{name}" ends at once and the screen must be set up again. Make a new one?',
      },
    },
  },
});

/** What each command is told besides its name. */
export const commandFields: Readonly<Record<string, AnyFields>> = {
  refresh: {},
  reload: {},
  page: { page: choice('页面', 'Page', offeredPages, { required: true }) },
  message: {
    text: text('消息', 'Message', { required: true, max: 200 }),
    seconds: integer('时长', 'Shown for', {
      required: true,
      default: 60,
      min: 5,
      max: 3_600,
      unit: seconds,
    }),
    level: choice(
      '级别',
      'Level',
      {
        info: { zh: '通知', en: 'Notice' },
        warn: { zh: '提醒', en: 'Warning' },
        bad: { zh: '紧急', en: 'Urgent' },
      },
      { required: true, default: 'info' },
    ),
  },
  identify: {},
  restart: {},
};

export const kanbanRefusals = defineRefusals({
  'kanban.call.token': [
    402,
    '看板编号或令牌不正确，或看板已停用',
    'The board code or the token is wrong, or the board is disabled',
  ],
  'kanban.call.page': [404, '没有这个页面', 'There is no such page'],
  'kanban.command.none': [422, '没有可以接收指令的看板', 'There is no board to take the command'],
  'kanban.command.unknown': [400, '不支持的指令：{command}', 'Unknown command: {command}'],
});
