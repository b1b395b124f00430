import type { Text, TextArgs } from './text.ts';

/** Codes of the answer envelope; there are no others (1001–1999 belong to sign-in and account). */
export type AnswerCode = 0 | 400 | 402 | 403 | 404 | 408 | 409 | 422 | 423 | 429 | 500 | SignInCode;
export type SignInCode = 1001 | 1002 | 1003 | 1004 | 1005 | 1006;

/** Every JSON answer of the server. */
export interface Envelope<T> {
  code: AnswerCode;
  msg: string;
  data: T;
}

/** A business refusal: a code, a stable dotted key `entity.action.reason` and a sentence in both languages. */
export interface Refusal {
  readonly key: string;
  readonly code: AnswerCode;
  readonly text: Text;
}

/** What stands at one field of a refused draft; `field` is a path such as `shifts.0.name`. */
export interface Problem {
  readonly field: string;
  readonly label: Text;
  readonly key: string;
  readonly text: Text;
  readonly args?: TextArgs;
}

/** `data` of a refusal as it travels to the client. */
export interface RefusalData {
  key: string;
  args?: TextArgs;
  errors?: { field: string; label: string; key: string; message: string }[];
  current?: unknown;
}

/** Declares refusals: `defineRefusals({ 'order.release.noRoute': [409, '…', '…'] })`. */
export function defineRefusals<const K extends string>(
  texts: Readonly<Record<K, readonly [code: AnswerCode, zh: string, en: string]>>,
): { readonly [P in K]: Refusal } {
  const refusals = {} as Record<K, Refusal>;
  for (const key of Object.keys(texts) as K[]) {
    const [code, zh, en] = texts[key];
    refusals[key] = { key, code, text: { zh, en } };
  }
  return refusals;
}

/** Refusals that may come from any entity. */
export const refusals = defineRefusals({
  'call.invalid': [400, '参数错误：{detail}', 'Invalid parameter: {detail}'],
  'session.missing': [402, '登录状态已过期', 'The login status has expired'],
  'session.ended': [408, '会话已失效：{reason}', 'Session ended: {reason}'],
  'session.locked': [423, '屏幕已锁定', 'Screen is locked'],
  'permission.missing': [403, '没有操作权限', 'You do not have permission for this operation'],
  'call.tooMany': [429, '操作过于频繁，请稍后再试', 'Too many requests, try again later'],
  'call.failed': [500, '系统异常，编号 {requestId}', 'System error, no. {requestId}'],
  'row.missing': [404, '数据不存在或已被删除', 'The record does not exist or was deleted'],
  'row.stale': [
    409,
    '数据已被 {name} 于 {time} 修改，请核对后再保存',
    '{name} changed this record at {time}; please compare and save again',
  ],
  'row.duplicate': [409, '{label}「{value}」已存在', '{label} "{value}" already exists'],
  'row.state': [
    409,
    '当前状态「{state}」不允许{action}',
    '{action} is not allowed while the state is "{state}"',
  ],
  'row.actor': [409, '只有{who}可以执行「{action}」', 'Only {who} may do "{action}"'],
  'row.inUse': [
    409,
    '「{name}」被{list}引用，不能删除，可改为停用',
    '"{name}" is used by {list} and cannot be deleted; disable it instead',
  ],
  'row.voided': [409, '数据已作废', 'The record has been voided'],
  'row.reason': [422, '请填写原因', 'Please give a reason'],
  'ref.missing': [422, '引用的数据不存在', 'The referenced record does not exist'],
  'ref.ambiguous': [422, '「{value}」对应多条数据', '"{value}" fits several records'],
  'site.required': [422, '请选择厂区', 'Please choose a site'],
  'site.disabled': [
    422,
    '厂区「{name}」已停用，不能新增数据',
    'The site "{name}" is disabled and takes no new records',
  ],
  'draft.invalid': [422, '请修正标出的内容', 'Please correct the marked fields'],
  'field.required': [422, '{label}不能为空', '{label} cannot be empty'],
  'field.type': [422, '{label}格式不正确', '{label} has the wrong format'],
  'field.unknown': [422, '不认识的字段「{field}」', 'Unknown field "{field}"'],
  'field.minLength': [
    422,
    '{label}至少{n}个字符',
    '{label} needs at least {n|character|characters}',
  ],
  'field.maxLength': [
    422,
    '{label}最多{n}个字符',
    '{label} takes at most {n|character|characters}',
  ],
  'field.min': [422, '{label}不能小于{n}', '{label} cannot be below {n}'],
  'field.max': [422, '{label}不能大于{n}', '{label} cannot be above {n}'],
  'field.above': [422, '{label}必须大于{n}', '{label} must be above {n}'],
  'field.places': [
    422,
    '{label}最多{n}位小数',
    '{label} takes at most {n|decimal place|decimal places}',
  ],
  'field.minItems': [422, '{label}至少{n}项', '{label} needs at least {n|entry|entries}'],
  'field.maxItems': [422, '{label}最多{n}项', '{label} takes at most {n|entry|entries}'],
  'field.choice': [422, '{label}没有选项「{value}」', '{label} has no option "{value}"'],
  'field.pattern': [422, '{label}应为{allowed}', '{label} must be {allowed}'],
  'field.future': [422, '{label}不能晚于当前时间', '{label} cannot be in the future'],
  'field.startMissing': [422, '请选择开始时间', 'Please choose a start time'],
  'field.period': [422, '{start}不能晚于{end}', '{start} cannot be after {end}'],
  'field.limits': [422, '下限不能大于上限', 'The lower limit cannot exceed the upper limit'],
  'field.repeated': [422, '{label}「{value}」重复', '{label} "{value}" is repeated'],
  'scan.unknown': [404, '未找到编码「{code}」', 'Nothing is known about code "{code}"'],
  'grant.ceiling': [
    403,
    '不能授予自己没有的权限、角色或厂区',
    'You cannot grant a permission, role or site that you do not hold',
  ],
});
