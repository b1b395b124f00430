import { defineRefusals } from '../kernel/errors.ts';

/** Sign-in and account, in the order of the documents: 1001 to 1006. */
export const signInRefusals = defineRefusals({
  'signIn.wrong': [1001, '账号或密码错误', 'Incorrect account or password'],
  'signIn.throttled': [
    1002,
    '尝试过于频繁，请在 {s} 秒后重试',
    'Too many attempts, try again in {s} s',
  ],
  'signIn.disabled': [
    1003,
    '帐号已停用，请联系管理员',
    'Account disabled, contact the administrator',
  ],
  'signIn.noRole': [1004, '帐号异常请联系管理员', 'Account abnormal, contact admin'],
  'signIn.site': [1005, '您没有该厂区的权限', 'You have no access to this site'],
  'signIn.mustChange': [1006, '请先修改初始密码', 'Change your initial password first'],
});

/** Passwords: of the account and of the lock screen. */
export const passwordRefusals = defineRefusals({
  'password.tooShort': [422, '密码不能少于{n}位', 'Password cannot be less than {n} digits'],
  'password.length': [422, '长度在{min}到{max}个字符', 'Length {min} to {max} characters'],
  'password.oldMissing': [422, '旧密码不能为空', 'Old password cannot be empty'],
  'password.newMissing': [422, '新密码不能为空', 'New password cannot be empty'],
  'password.repeatMissing': [422, '确认密码不能为空', 'Confirm password cannot be empty'],
  'password.mismatch': [422, '两次输入的密码不一致', 'The passwords entered twice do not match'],
  'password.wrong': [422, '密码错误', 'The password is wrong'],
  'password.oldWrong': [422, '旧密码错误', 'The old password is wrong'],
  'password.same': [422, '新密码不能与旧密码相同', 'The new password must differ from the old one'],
  'password.common': [
    422,
    '密码过于常见或包含个人信息，请更换',
    'Password too common or contains personal data',
  ],
  'password.needed': [422, '请输入当前密码', 'Please enter your current password'],
  'lock.format': [422, '锁屏密码格式不正确', 'The lock-screen password has the wrong format'],
  'lock.common': [422, '锁屏密码过于常见，请更换', 'The lock-screen password is too common'],
  'lock.wrong': [409, '密码错误，还可尝试{n}次', 'Wrong password, {n|try|tries} left'],
});

/** People, roles, menus, sites, settings. */
export const systemRefusals = defineRefusals({
  'user.departments.otherSite': [
    422,
    '业务部门须属于所属厂区',
    'Business departments must belong to the home site',
  ],
  'user.remove.self': [409, '不能删除自己', 'You cannot delete yourself'],
  'user.remove.lastAdmin': [409, '至少保留一名超级管理员', 'One super administrator must remain'],
  'user.disable.self': [409, '不能停用自己', 'You cannot disable yourself'],
  'role.builtIn': [409, '超级管理员角色不能修改', 'The super administrator role cannot be changed'],
  'role.builtIn.key': [
    409,
    '内置角色的权限字符不能修改',
    'The permission characters of a built-in role cannot be changed',
  ],
  'role.builtIn.remove': [
    409,
    '内置角色不能删除，可改为停用',
    'A built-in role cannot be deleted; disable it instead',
  ],
  'role.separation': [
    409,
    '审计员不能与系统编辑类角色兼任',
    'Auditor cannot be combined with editing roles of System',
  ],
  'tree.cycle': [
    422,
    '上级不能是自己或自己的下级',
    'The parent cannot be the record itself or one below it',
  ],
  'menu.parent': [
    422,
    '菜单的上级必须是目录，按钮的上级必须是菜单',
    'A page stands in a directory, a button in a page',
  ],
  'menu.group': [
    422,
    '只有顶层菜单可以设置分组',
    'Only an entry on the top level stands in a group',
  ],
  'menu.address': [422, '菜单中没有地址「{value}」', 'The menu has no address "{value}"'],
  'menu.named': [
    422,
    '{list}以此地址为高亮或重定向，须为 / 开头的地址',
    '{list} highlight this address or lead to it; it must begin with /',
  ],
  'site.disable.last': [409, '至少保留一个启用的厂区', 'One enabled site must remain'],
  'site.parent': [422, '厂区必须直接隶属公司', 'A site stands under the company'],
  'site.codeFixed': [
    409,
    '已有数据，机构代码不能修改',
    'The institution code is in use and cannot be changed',
  ],
  'site.zoneFixed': [
    422,
    '该厂区已有按生产日统计的数据，时区不能修改',
    'Data are counted by the production days of this site; its time zone cannot be changed',
  ],
  'dict.fixed': [
    409,
    '系统内置字典，只能修改标签',
    'Built-in dictionary: only labels can be changed',
  ],
  'dict.typeFixed': [
    409,
    '已有字典项，字典类型不能修改',
    'The type has items and cannot be changed',
  ],
  'dict.valueUsed': [409, '字典值已被使用，可改为停用', 'The value is in use; disable it instead'],
  'setting.value': [422, '{reason}', '{reason}'],
  'setting.siteFixed': [422, '该参数不能按厂区设置', 'This setting cannot be set per site'],
});

/** Calls as such. */
export const callRefusals = defineRefusals({
  'call.tooBroad': [400, '查询范围过大，请缩小时间范围', 'Query too broad, narrow the time range'],
  'call.conflict': [
    409,
    '数据正被其他人修改，请重试',
    'Somebody else is changing this; please try again',
  ],
  'call.unknown': [404, '接口不存在', 'There is no such call'],
  'call.tooLarge': [400, '请求内容超过上限', 'The request is too large'],
  'call.malformed': [400, '请求内容不是有效的 JSON', 'The request is not valid JSON'],
  'call.repeated': [
    400,
    '同一幂等键用于不同的请求',
    'The idempotency key was used for another request',
  ],
});

/** Reasons of code 408, by the word in `data.reason`. */
export const endReasons = {
  replaced: { zh: '账号在其他设备登录', en: 'signed in on another device' },
  kicked: { zh: '被管理员强制下线', en: 'signed out by an administrator' },
  password: { zh: '密码已修改', en: 'password changed' },
  disabled: { zh: '帐号已停用', en: 'account disabled' },
  site: { zh: '厂区已停用', en: 'site disabled' },
  unlock: { zh: '解锁失败次数过多', en: 'too many failed unlocks' },
} as const;

export type EndReason = keyof typeof endReasons;
