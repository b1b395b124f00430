import type { Text } from '../kernel/text.ts';
import { videoUpload, password } from '../constants.ts';
import type { Setting, SettingGroup } from '../settings.ts';

type Extra = Partial<Omit<Setting, 'key' | 'name' | 'group' | 'valueType' | 'defaultValue'>>;

const minutes: Text = { zh: '分钟', en: 'min' };
const hours: Text = { zh: '小时', en: 'h' };
const days: Text = { zh: '天', en: 'd' };
const seconds: Text = { zh: '秒', en: 's' };
const megabytes: Text = { zh: 'MB', en: 'MB' };
const rows: Text = { zh: '行', en: 'rows' };

/** Logs of sign-ins and operations are kept for six months at least, as Chinese law demands. */
const LEGAL_LOG_DAYS = 180;

const later = { ready: false } as const;

// oxfmt-ignore
/** Every parameter of the product, grouped as on the settings page. */
export const settingRows: readonly Setting[] = [
  integer('session.idleMinutes', 'session', '空闲超时', 'Idle time until sign-out', 120, 5, 1_440, { unit: minutes }),
  integer('session.absoluteHours', 'session', '会话最长时间', 'Longest session', 12, 1, 24, { unit: hours }),
  integer('session.lockAfterMinutes', 'session', '自动锁屏', 'Automatic lock screen', 15, 0, 120, {
    unit: minutes,
    siteAble: true,
    publicAs: 'lockAfterMinutes',
    help: { zh: '0 表示不自动锁屏', en: '0 turns the automatic lock off' },
  }),
  integer('session.maxPerUser', 'session', '每人会话数上限', 'Sessions per person', 5, 1, 20, {
    help: { zh: '超出时最早的会话下线；1 表示单点登录', en: 'The oldest ends beyond it; 1 allows one sign-in at a time' },
  }),
  integer('session.terminalDays', 'session', '看板令牌有效期', 'Validity of screen tokens', 30, 1, 365, { unit: days }),
  choice('login.siteSelector', 'session', '登录页厂区选择', 'Site selector on the sign-in page', 'on', {
    help: { zh: '关闭后登录页不列出厂区', en: 'When off, the sign-in page lists no sites' },
  }),
  text('security.corsOrigins', 'session', '允许跨域的来源', 'Origins allowed to call', '', {
    max: 500,
    help: { zh: '多个来源以逗号分隔；如 https://mes.example.com；留空表示只允许同源', en: 'Separated by commas, e.g. https://mes.example.com; empty = same origin only' },
  }),

  integer('password.minLength', 'password', '密码最小长度', 'Shortest password', password.min, password.min, password.max, {
    publicAs: 'passwordMinLength',
    proposal: '8',
    help: {
      zh: '建议至少 8 位：长度比复杂度更能抵御猜测',
      en: '8 or more is advised: length protects better than complexity',
    },
  }),
  flag('password.blockCommon', 'password', '禁止常见密码', 'Refuse common passwords', true, {
    help: {
      zh: '禁止最常用的一万个密码，以及含账号、姓名、厂区或产品名的密码',
      en: 'Refuses the 10,000 most used ones and those with account, name, site or product',
    },
  }),

  integer('upload.imageMaxMb', 'upload', '图片大小上限', 'Largest image', 5, 1, 20, { unit: megabytes, publicAs: 'uploadImageMaxMb' }),
  integer('upload.videoMaxMb', 'upload', '视频大小上限', 'Largest video', videoUpload.maxMb, 1, videoUpload.maxMb, {
    unit: megabytes,
    publicAs: 'uploadVideoMaxMb',
  }),
  integer('upload.attachmentMaxMb', 'upload', '附件大小上限', 'Largest attachment', 100, 1, 500, { unit: megabytes, publicAs: 'uploadAttachmentMaxMb' }),
  integer('upload.packageMaxMb', 'upload', '安装包大小上限', 'Largest package', 1_024, 1, 4_096, { unit: megabytes, ...later }),
  integer('import.maxMb', 'upload', '导入文件大小上限', 'Largest import file', 10, 1, 50, { unit: megabytes }),
  integer('import.maxRows', 'upload', '导入行数上限', 'Rows per import', 20_000, 100, 100_000, { unit: rows }),
  integer('export.maxRows', 'upload', '直接导出行数上限', 'Rows exported at once', 20_000, 100, 100_000, {
    unit: rows,
    help: { zh: '超出时转入任务中心', en: 'More rows go through the task centre' },
  }),
  integer('export.jobMaxRows', 'upload', '任务中心导出行数上限', 'Rows exported by the task centre', 1_000_000, 10_000, 5_000_000, { unit: rows }),
  integer('export.keepDays', 'upload', '导出文件保留', 'Export files are kept', 7, 1, 90, { unit: days }),

  retention('operate', '操作日志保留', 'Operate log is kept', 1_095, LEGAL_LOG_DAYS),
  retention('login', '登录日志保留', 'Login log is kept', 730, LEGAL_LOG_DAYS),
  retention('communication', '通讯日志保留', 'Communication log is kept', 90, 7),
  retention('mom', 'MOM 日志保留', 'MOM log is kept', 365, 30),
  retention('dnc', 'DNC 日志保留', 'DNC log is kept', 1_095, 30),
  retention('equipmentState', '设备状态日志保留', 'Equipment state log is kept', 365, 30),
  retention('alarm', '报警日志保留', 'Alarm log is kept', 1_825, 30),
  flag('log.archive', 'log', '删除前归档', 'Archive before removal', false, {
    help: { zh: '到期日志先压缩为带校验和的 CSV 再删除', en: 'Expired logs are packed as CSV with a checksum first' },
  }),
  integer('log.heartbeatSeconds', 'log', '设备心跳超时', 'Lost heartbeat of a device after', 45, 10, 600, { unit: seconds, siteAble: true }),

  text('mom.baseUrl', 'log', 'MOM 服务地址', 'Address of the MOM service', '', {
    max: 200,
    help: { zh: '失败的请求重试时发往此地址，如 http://10.20.1.5:9000；留空则不可重试', en: 'Failed calls are sent here again, e.g. http://10.20.1.5:9000; empty = no retries' },
  }),

  text('notify.orgCode', 'notify', '显示通知铃的机构代码', 'Organisation code that sees the bell', '', {
    max: 60,
    publicAs: 'notifyOrgCode',
    help: { zh: '公司到厂区的机构代码连写，如 ZCNB01；留空则不显示', en: 'Codes from company to site in one, e.g. ZCNB01; empty = no bell' },
  }),

  text('product.name', 'product', '产品名称', 'Product name (Chinese)', '厂务通', { max: 40, publicAs: 'productName' }),
  text('product.nameEn', 'product', '产品英文名称', 'Product name (English)', 'Millwright', { max: 40, publicAs: 'productNameEn' }),

  integer('kanban.refreshSeconds', 'kanban', '看板默认刷新间隔', 'Refresh interval of new boards', 30, 5, 3_600, { unit: seconds, siteAble: true }),
  integer('kanban.offlineSeconds', 'kanban', '看板离线判定', 'A board is offline after', 45, 10, 600, { unit: seconds }),
  integer('kanban.ackSeconds', 'kanban', '看板指令应答超时', 'A board must answer within', 30, 5, 300, { unit: seconds }),
  integer('gateway.maxAgeDays', 'kanban', '网关补传消息最长天数', 'Oldest message a gateway may send later', 7, 1, 90, { unit: days, siteAble: true }),
];

function integer(
  key: string,
  group: SettingGroup,
  zh: string,
  en: string,
  value: number,
  min: number,
  max: number,
  extra: Extra = {},
): Setting {
  return {
    ...row(key, group, zh, en),
    valueType: 'integer',
    defaultValue: `${value}`,
    min,
    max,
    ...extra,
  };
}

function flag(
  key: string,
  group: SettingGroup,
  zh: string,
  en: string,
  value: boolean,
  extra: Extra,
): Setting {
  return { ...row(key, group, zh, en), valueType: 'boolean', defaultValue: `${value}`, ...extra };
}

function text(
  key: string,
  group: SettingGroup,
  zh: string,
  en: string,
  value: string,
  extra: Extra,
): Setting {
  return { ...row(key, group, zh, en), valueType: 'string', defaultValue: value, ...extra };
}

function choice(
  key: string,
  group: SettingGroup,
  zh: string,
  en: string,
  value: 'on' | 'off',
  extra: Extra,
): Setting {
  const options = [
    { value: 'on', label: { zh: '显示', en: 'Shown' } },
    { value: 'off', label: { zh: '隐藏', en: 'Hidden' } },
  ];
  return { ...row(key, group, zh, en), valueType: 'enum', defaultValue: value, options, ...extra };
}

function retention(
  log: string,
  zh: string,
  en: string,
  value: number,
  min: number,
  extra: Extra = {},
): Setting {
  return integer(`log.${log}Days`, 'log', zh, en, value, min, 3_650, { unit: days, ...extra });
}

function row(key: string, group: SettingGroup, zh: string, en: string) {
  return { key, group, name: { zh, en }, siteAble: false, publicAs: null, ready: true } as const;
}
