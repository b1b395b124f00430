import { defineEntity } from '../kernel/entity.ts';
import { choice } from '../kinds/choice.ts';
import { dictionary } from '../kinds/dictionary.ts';
import { flag } from '../kinds/flag.ts';
import { instant } from '../kinds/instant.ts';
import { integer } from '../kinds/integer.ts';
import { ref } from '../kinds/ref.ts';
import { text } from '../kinds/text.ts';

const told = { computed: true, list: true } as const;

/** Kinds of program that sign in. */
export const clientKinds = {
  web: { zh: '浏览器', en: 'Browser' },
  kanban: { zh: '看板', en: 'Kanban' },
  terminal: { zh: '终端', en: 'Terminal' },
  apk: { zh: '移动应用', en: 'App' },
} as const;

/** Where a client address lies; public addresses have no table of places offline. */
export const locations = {
  intranet: { zh: '内网', en: 'Intranet' },
  internet: { zh: '外网', en: 'Internet' },
} as const;

/** A sign-in that has not ended (`live`) or has, kept 30 days so that a client can be told why. */
export const session = defineEntity({
  name: 'system/session',
  label: { zh: '在线会话', en: 'Online session' },
  scope: 'site',
  title: 'realName',
  code: 'username',
  sort: { by: 'createTime', order: 'desc' },
  removal: 'never',
  person: 'userId',
  fields: {
    userId: ref('system/user', '用户', 'User', {
      computed: true,
      required: true,
      filter: true,
      cascade: true,
    }),
    username: text('用户名', 'Username', {
      ...told,
      required: true,
      max: 30,
      filter: true,
      sort: true,
    }),
    realName: text('姓名', 'Name', { ...told, required: true, max: 30, filter: true, sort: true }),
    userIdentity: dictionary('user_identity', '身份', 'Identity', { ...told, filter: true }),
    ip: text('主机', 'Host', { ...told, max: 60, filter: true }),
    location: choice('地点', 'Location', locations, { ...told, filter: true }),
    browser: text('浏览器', 'Browser', { ...told, max: 60, filter: true }),
    os: text('系统', 'OS', { ...told, max: 60, filter: true }),
    clientKind: choice('终端类型', 'Client', clientKinds, {
      ...told,
      required: true,
      default: 'web',
      filter: true,
    }),
    lastSeenAt: instant('最近活动', 'Last activity', { ...told, required: true, sort: true }),
    expiresAt: instant('到期', 'Ends', { ...told, required: true, sort: true, future: true }),
    locked: flag('已锁屏', 'Locked', { ...told, filter: true }),
    live: flag('在线', 'Online', { computed: true, default: true, filter: true }),
    codeHash: text('密钥摘要', 'Key digest', {
      computed: true,
      required: true,
      secret: true,
      max: 64,
    }),
    currentSiteId: ref('base/site', '当前厂区', 'Current site', { computed: true }),
    userAgent: text('客户端标识', 'User agent', { computed: true, max: 300 }),
    lockedAt: instant('锁屏时间', 'Locked at', { computed: true }),
    unlockFailures: integer('解锁失败', 'Failed unlocks', {
      computed: true,
      required: true,
      default: 0,
    }),
    endedAt: instant('结束时间', 'Ended', { computed: true }),
    endReason: text('结束原因', 'Reason', { computed: true, max: 20 }),
  },
  figures: {
    online: { label: { zh: '在线', en: 'Online' }, filters: {}, look: 'on' },
    outside: { label: { zh: '来自外网', en: 'From outside' }, filters: { location: 'internet' } },
    devices: {
      label: { zh: '看板与终端', en: 'Boards and devices' },
      filters: { clientKind: 'kanban,terminal,apk' },
    },
    locked: { label: { zh: '已锁屏', en: 'Locked' }, filters: { locked: 'true' }, look: 'locked' },
  },
});
