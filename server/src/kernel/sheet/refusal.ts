import { defineRefusals, type AnswerCode } from '@millwright/contract/kernel/errors';
import type { Text, TextArgs } from '@millwright/contract/kernel/text';

/** Everything for which a sent workbook or csv file is refused as a whole. */
export const sheetRefusals = defineRefusals({
  'sheet.tooLarge': [
    400,
    '文件过大：{what}，最多 {limit}',
    'The file is too large: {what}, at most {limit}',
  ],
  'sheet.tooManyRows': [
    400,
    '工作表「{sheet}」超过 {limit} 行，请拆分后再导入',
    'Sheet "{sheet}" has more than {limit} rows; please split it',
  ],
  'sheet.tooManyColumns': [
    400,
    '工作表「{sheet}」超过 {limit} 列，请删除多余的列',
    'Sheet "{sheet}" has more than {limit} columns; please remove the surplus ones',
  ],
  'sheet.broken': [
    400,
    '文件已损坏，无法读取：{what}',
    'The file is damaged and cannot be read: {what}',
  ],
  'sheet.bomb': [
    400,
    '文件解压后异常庞大，已拒绝读取',
    'The file unpacks to an abnormal size and was refused',
  ],
  'sheet.empty': [400, '文件中没有数据', 'The file contains no data'],
  'sheet.encrypted': [
    400,
    '文件设有密码，请去除密码后再上传',
    'The file is protected by a password; please remove it first',
  ],
  'sheet.kind': [
    400,
    '不支持的文件类型，请另存为 .xlsx 或 .csv 后再上传',
    'This kind of file is not supported; please save it as .xlsx or .csv',
  ],
});

export type SheetRefusalKey = keyof typeof sheetRefusals;

/** A file that cannot be read, with key, answer code and sentence; `args` fill the places of the sentence. */
export class SheetRefusal extends Error {
  readonly key: SheetRefusalKey;
  readonly code: AnswerCode;
  readonly text: Text;
  readonly args: TextArgs;

  constructor(key: SheetRefusalKey, args: TextArgs = {}, cause?: unknown) {
    super(key, { cause });
    this.name = 'SheetRefusal';
    this.key = key;
    this.code = sheetRefusals[key].code;
    this.text = sheetRefusals[key].text;
    this.args = args;
  }
}

/** Parts of a file as they are named in the sentence of `sheet.broken` and `sheet.tooLarge`. */
export const parts = {
  archive: { zh: '压缩结构不完整', en: 'the archive is incomplete' },
  names: { zh: '内部文件名非法', en: 'it contains unlawful names' },
  xml: { zh: '内容格式错误', en: 'its content is malformed' },
  doctype: { zh: '含有不允许的文档类型声明', en: 'it contains a document type declaration' },
  sheets: { zh: '缺少工作表', en: 'a sheet is missing' },
  merges: { zh: '合并单元格过多', en: 'too many merged cells' },
  quote: { zh: '有引号没有结束', en: 'a quotation mark is not closed' },
  encoding: { zh: '文字编码无法识别', en: 'its character encoding is unknown' },
  file: { zh: '文件大小', en: 'file size' },
  texts: { zh: '文字总量', en: 'amount of text' },
  cell: { zh: '单个单元格的文字', en: 'text of one cell' },
} as const satisfies Record<string, Text>;

/** A `sheet.broken` refusal that names what is wrong. */
export function broken(part: keyof typeof parts, cause?: unknown): SheetRefusal {
  return new SheetRefusal('sheet.broken', { what: parts[part] }, cause);
}
