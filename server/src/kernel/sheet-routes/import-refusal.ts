import { defineRefusals } from '@millwright/contract/kernel/errors';
import type { SheetRefusal } from '../sheet/refusal.ts';
import { Refused } from '../refuse.ts';

/** What an import says beyond the refusals of its entity. */
export const importRefusals = defineRefusals({
  'import.headerRow': [400, '第 {row} 行没有表头', 'Row {row} holds no headings'],
  'import.noMapping': [400, '没有任何列与字段对应', 'No column belongs to any field'],
  'import.repeated': [
    422,
    '{label}「{value}」与第 {row} 行重复',
    '{label} "{value}" is the same as in row {row}',
  ],
  'import.noParent': [
    400,
    '工作表「{sheet}」缺少「{label}」列',
    'Sheet "{sheet}" has no column "{label}"',
  ],
  'import.orphan': [422, '主表中没有{label}「{value}」', 'The main sheet has no {label} "{value}"'],
  'import.further': [
    422,
    '工作表「{sheet}」第 {row} 行有误',
    'Row {row} of sheet "{sheet}" is wrong',
  ],
  'import.again': [
    409,
    '同一文件正在导入或刚刚导入过',
    'The same file is being imported, or was a moment ago',
  ],
  'import.changed': [
    409,
    '数据在导入期间被他人修改，请重试',
    'Somebody changed the record meanwhile; please try again',
  ],
});

/** A file that cannot be read as a refusal of the call. */
export function asRefused(refusal: SheetRefusal): Refused {
  return new Refused({ key: refusal.key, code: refusal.code, text: refusal.text }, refusal.args);
}
