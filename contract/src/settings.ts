import type { Text } from './kernel/text.ts';
import { settingRows } from './settings/rows.ts';

/** Headings of the settings page. */
export type SettingGroup =
  | 'session'
  | 'password'
  | 'upload'
  | 'log'
  | 'notify'
  | 'product'
  | 'kanban';

export type SettingType = 'boolean' | 'integer' | 'string' | 'enum' | 'secret';

/** A parameter that an administrator may change while the product runs. */
export interface Setting {
  readonly key: string;
  readonly name: Text;
  readonly group: SettingGroup;
  readonly valueType: SettingType;
  /** As text, the way it is stored: `120`, `true`, `on`. */
  readonly defaultValue: string;
  /** Bounds of an integer, both included; longest text of a string. */
  readonly min?: number;
  readonly max?: number;
  readonly unit?: Text;
  readonly options?: readonly { readonly value: string; readonly label: Text }[];
  /** Value that the page proposes, with the reason in `help`. */
  readonly proposal?: string;
  readonly help?: Text;
  /** A site may have its own value. */
  readonly siteAble: boolean;
  /** Name under which `sysConfig` carries it to the client; null = it stays on the server. */
  readonly publicAs: string | null;
  /** What it steers exists in this release; the page shows no other rows. */
  readonly ready: boolean;
}

/** All parameters in the order of the settings page. */
export const settings: readonly Setting[] = settingRows;

export const settingGroups: Readonly<Record<SettingGroup, Text>> = {
  session: { zh: '登录与会话', en: 'Sign-in and sessions' },
  password: { zh: '密码', en: 'Passwords' },
  upload: { zh: '文件与导入导出', en: 'Files, import and export' },
  log: { zh: '日志', en: 'Logs' },
  notify: { zh: '通知', en: 'Notifications' },
  product: { zh: '产品', en: 'Product' },
  kanban: { zh: '看板与终端', en: 'Boards and terminals' },
};

/** A parameter by its key; throws on a key that does not exist. */
export function settingOf(key: string): Setting {
  const found = settings.find((setting) => setting.key === key);
  if (!found) throw new Error(`No setting ${key}`);
  return found;
}

/** Why a text cannot be the value of a parameter, in both languages; null when it can. */
export function settingProblem(setting: Setting, value: string): Text | null {
  switch (setting.valueType) {
    case 'boolean':
      return value === 'true' || value === 'false' ? null : CHOOSE;
    case 'enum':
      return setting.options?.some((option) => option.value === value) ? null : CHOOSE;
    case 'integer':
      return integerProblem(setting, value);
    default:
      return textProblem(setting, value);
  }
}

/** What starts with a text, such as the product's name, always has one. */
function textProblem({ defaultValue, max = 200 }: Setting, value: string): Text | null {
  if (defaultValue !== '' && value.trim() === '') return EMPTY;
  return value.length <= max ? null : tooLong(max);
}

const EMPTY: Text = { zh: '不能为空', en: 'Cannot be empty' };

const CHOOSE: Text = { zh: '请从选项中选择', en: 'Please choose one of the options' };

function integerProblem({ min, max }: Setting, value: string): Text | null {
  const number = Number(value);
  const low = min ?? 0;
  const high = max ?? Number.MAX_SAFE_INTEGER;
  if (/^-?\d{1,15}$/.test(value) && number >= low && number <= high) return null;
  return {
    zh: `请输入${low}到${high}之间的整数`,
    en: `Please enter a whole number from ${low} to ${high}`,
  };
}

function tooLong(max: number): Text {
  return { zh: `不能超过${max}个字符`, en: `No more than ${max} characters` };
}
