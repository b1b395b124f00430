import type { Text } from '../kernel/text.ts';

/** What the login log says of its events where no refusal does. */
export const loginInfo = {
  signedIn: { zh: '登录成功', en: 'Signed in' },
  signedOut: { zh: '退出登录', en: 'Signed out' },
  expired: { zh: '会话过期', en: 'Expired' },
  wrongPassword: { zh: '密码错误', en: 'Wrong password' },
  unknownAccount: { zh: '账号不存在', en: 'Unknown account' },
  unlockFailed: { zh: '解锁失败第{n}次', en: 'Failed unlock no. {n}' },
} as const satisfies Record<string, Text>;

/** Modules of the operate log that are neither a page nor an entity. */
export const logModules = {
  personal: { zh: '个人', en: 'Personal' },
  siteSwitch: { zh: '厂区切换', en: 'Site switch' },
  taskCentre: { zh: '任务中心', en: 'Task centre' },
  password: { zh: '修改密码', en: 'Password' },
  lockScreen: { zh: '锁屏', en: 'Lock screen' },
  files: { zh: '文件', en: 'Files' },
} as const satisfies Record<string, Text>;
