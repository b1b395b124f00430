/** Sentences of calls, session and guard. */
export const kernelText = {
  networkError: { zh: '服务繁忙，请稍后再试', en: 'service busy' },
  timeout: { zh: '系统接口请求超时', en: 'system interface request timeout' },
  httpStatus: { zh: '系统接口{status}异常', en: 'system interface {status} exception' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  error: { zh: 'Error', en: 'Error' },
  systemPrompt: { zh: '系统提示', en: 'System prompt' },
  expired: {
    zh: '登录状态已过期，您可以继续留在该页面，或者重新登录',
    en: 'The login status has expired; you may stay on this page or log in again',
  },
  logInAgain: { zh: '重新登录', en: 'Log in again' },
  cancel: { zh: '取消', en: 'Cancel' },
  close: { zh: '关闭', en: 'Close' },
  ok: { zh: '确定', en: 'OK' },
  invalidSession: {
    zh: '无效的会话，或者会话已过期，请重新登录',
    en: 'invalid session or session expired, please log in again',
  },
  noRoles: { zh: '帐号异常请联系管理员', en: 'Account abnormal, contact admin' },
  hasError: { zh: 'Has Error', en: 'Has Error' },
  requestNumber: { zh: '编号 {id}', en: 'No. {id}' },
  moreLines: { zh: '另有 {n} 条', en: 'and {n} more' },
  switched: { zh: '已切换为中文（switch to Chinese）', en: 'Switched to English' },
  switchTo: { zh: 'Switch to English', en: 'switch to Chinese' },
  productName: { zh: '厂务通', en: 'Millwright' },
  tagsMissing: { zh: '请设置操作权限标签值', en: '请设置操作权限标签值' },
} as const;
