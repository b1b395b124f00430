/** Sentences of the pages about people: users, roles, online sessions. */
export const userText = {
  disabled: { zh: '已停用', en: 'Disabled' },
  disabledHint: { zh: '不能登录', en: 'cannot sign in' },
  limited: { zh: '登录受限', en: 'Sign-in limited' },
  limitedPart: { zh: '列表只显示其中 {n} 人', en: 'the list shows {n} of them' },
  limitedHint: { zh: '多次输错密码', en: 'too many wrong passwords' },
  never: { zh: '从未登录', en: 'Never signed in' },
  neverHint: { zh: '账号未使用', en: 'account not used yet' },
  mustChange: { zh: '须改密码', en: 'Must change password' },
  mustChangeHint: { zh: '下次登录时修改', en: 'at the next sign-in' },
  homeSiteFirst: { zh: '请先选择所属厂区', en: 'Choose the home site first' },
  noDepartments: { zh: '该厂区没有匹配的部门', en: 'No such department in this site' },
  departmentsGone: {
    zh: '已移除不属于该厂区的部门：{names}',
    en: 'Taken away, as not of this site: {names}',
  },

  reset: { zh: '重置密码', en: 'Reset password' },
  resetTitle: { zh: '重置「{name}」的密码', en: 'Reset the password of "{name}"' },
  resetEffect: {
    zh: '该用户的所有会话将立即结束，下次登录时必须修改密码。',
    en: 'All sessions of this person end at once; the password must be changed at the next sign-in.',
  },
  newPassword: { zh: '新密码', en: 'New password' },
  another: { zh: '换一个', en: 'Another one' },
  resetDone: {
    zh: '密码已重置，只显示这一次，请现在交给本人：',
    en: 'The password was reset. It is shown this once; please hand it over now:',
  },
  close: { zh: '关闭', en: 'Close' },

  sessions: { zh: '会话', en: 'Sessions' },
  sessionsTitle: { zh: '「{name}」的在线会话', en: 'Online sessions of "{name}"' },
  noSessions: { zh: '当前没有在线会话', en: 'Not signed in anywhere' },

  permissions: { zh: '有效权限', en: 'Effective permissions' },
  permissionsTitle: { zh: '「{name}」的有效权限', en: 'Effective permissions of "{name}"' },
  permissionsHint: {
    zh: '{n} 项权限，来自 {roles} 个角色',
    en: '{n|permission|permissions} from {roles|role|roles}',
  },
  everything: { zh: '拥有全部权限（*:*:*）', en: 'Holds every permission (*:*:*)' },
  page: { zh: '页面', en: 'Page' },
  action: { zh: '权限', en: 'Permission' },
  from: { zh: '来自角色', en: 'From roles' },
  others: { zh: '其他', en: 'Other' },
  noPermissions: {
    zh: '没有任何权限：所有角色已停用，或尚未分配角色',
    en: 'No permissions: all roles are disabled or none is assigned',
  },
  searchPermission: { zh: '搜索页面或权限', en: 'Search pages or permissions' },

  copyRoles: { zh: '复制角色', en: 'Copy roles' },
  copyRolesTitle: {
    zh: '从其他用户复制角色给「{name}」',
    en: 'Copy roles of another user to "{name}"',
  },
  copyFrom: { zh: '复制自', en: 'Copy from' },
  keepOwn: { zh: '保留现有角色', en: 'Keep the present roles' },
  rolesAfter: { zh: '复制后的角色', en: 'Roles afterwards' },
  notAssignable: {
    zh: '{n} 个角色您无权授予，不会复制',
    en: '{n|role|roles} you may not grant will not be copied',
  },
  roleAdded: { zh: '新增', en: 'new' },
  roleLost: { zh: '移除', en: 'removed' },
  noRoles: { zh: '没有可复制的角色', en: 'No roles to copy' },

  sync: { zh: '同步终端', en: 'Sync terminals' },
  syncAsk: {
    zh: '将本厂区已启用用户的账号、姓名和角色标记发送到产线终端，确定同步吗？',
    en: "Send account, name and role flags of this site's enabled users to the line terminals?",
  },
  syncDone: { zh: '已同步 {n} 台终端', en: '{n|terminal|terminals} synchronised' },
  syncNone: { zh: '本厂区没有可同步的终端', en: 'This site has no terminals to synchronise' },
  syncFailed: { zh: '{n} 台终端同步失败：', en: '{n|terminal|terminals} failed:' },

  removeAsk: {
    zh: '确定删除用户「{name}」（{username}）吗？账号不能再登录，用户名保留，历史记录中的姓名不变。',
    en: 'Delete user "{name}" ({username})? The account can no longer sign in; its name stays reserved and in the history.',
  },
  disableInstead: {
    zh: '如果只是暂时不用，可以改为停用。',
    en: 'Disable it instead if this is only for a while.',
  },
} as const;

export const roleText = {
  permissionMenu: { zh: '权限菜单', en: 'Permission menu' },
  search: { zh: '搜索菜单或权限标识', en: 'Search menus or tags' },
  expand: { zh: '全部展开', en: 'Expand all' },
  collapse: { zh: '全部折叠', en: 'Collapse all' },
  all: { zh: '全选', en: 'Select all' },
  none: { zh: '全不选', en: 'Select none' },
  linked: { zh: '父子联动', en: 'Parents and children together' },
  onlyTicked: { zh: '只看已选', en: 'Ticked only' },
  compare: { zh: '与其他角色比较', en: 'Compare with another role' },
  compareTitle: { zh: '权限比较', en: 'Compare permissions' },
  compareWith: { zh: '比较对象', en: 'Compare with' },
  onlyDifferent: { zh: '只看差异', en: 'Differences only' },
  differences: { zh: '{n} 处不同', en: '{n|difference|differences}' },
  same: { zh: '两个角色的权限完全相同', en: 'Both roles hold the same permissions' },
  has: { zh: '有', en: 'held' },
  ticked: { zh: '已选 {n} / {total}', en: '{n} of {total} ticked' },
  fixed: {
    zh: '超级管理员拥有全部权限，不能修改',
    en: 'The super administrator holds everything and cannot be changed',
  },
  users: { zh: '分配用户', en: 'Assign users' },
  usersTitle: { zh: '角色「{name}」的用户', en: 'Users of the role "{name}"' },
  usersOut: { zh: '未分配', en: 'Without the role' },
  usersIn: { zh: '已分配', en: 'With the role' },
  give: { zh: '分配', en: 'Give' },
  take: { zh: '移除', en: 'Take' },
  searchUsers: { zh: '搜索姓名或用户名', en: 'Search name or username' },
  nothing: { zh: '没有匹配的数据', en: 'Nothing found' },
  changes: { zh: '新增 {added} 人，移除 {removed} 人', en: '{added} added, {removed} removed' },
  userLink: { zh: '查看角色「{name}」的用户', en: 'Show the users of the role "{name}"' },
  allSites: { zh: '全部厂区', en: 'All sites' },
  permissions: { zh: '权限', en: 'Permissions' },
} as const;

export const sessionText = {
  kick: { zh: '强制下线', en: 'Sign out' },
  kickOne: {
    zh: '确定强制「{name}」下线吗？未保存的内容将丢失。',
    en: 'Sign out "{name}"? Unsaved input is lost.',
  },
  kickSelected: {
    zh: '确定强制所选的 {n} 个会话下线吗？',
    en: 'Sign out the {n} selected sessions?',
  },
  kickUser: { zh: '全部会话下线', en: 'Sign out everywhere' },
  kickAll: { zh: '全部下线', en: 'Sign out all' },
  kickUserAsk: {
    zh: '确定强制「{name}」的全部会话下线吗？',
    en: 'Sign out all sessions of "{name}"?',
  },
  kickOthers: { zh: '除我以外全部下线', en: 'Sign out all except mine' },
  kickOthersAsk: {
    zh: '除您当前的会话外，范围内的 {n} 个会话都将立即结束，所有人都要重新登录。',
    en: 'Except for your own, all {n} sessions in reach end at once; everybody has to sign in again.',
  },
  typeSite: { zh: '请输入厂区名称「{site}」以确认', en: 'Type the site name "{site}" to confirm' },
  signedIn: { zh: '登录时间', en: 'Signed in' },
  mine: { zh: '当前会话', en: 'This session' },
  ago: { zh: '{n} 分钟前', en: '{n} min ago' },
  justNow: { zh: '刚刚', en: 'just now' },
} as const;
