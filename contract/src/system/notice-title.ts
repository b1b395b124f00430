import type { Text } from '../kernel/text.ts';
import type { ModelType } from './tip.ts';
import type { NoticeKey } from './notice.ts';

/** What people call an event when they choose whether they want it in their bell; null = it is not theirs to choose. */
export const noticeTitles: Readonly<Record<NoticeKey, Text | null>> = {
  'regularInspection.due': { zh: '定期检验临期', en: 'Regular inspection due soon' },
  'spotCheck.missed': { zh: '抽检漏检', en: 'Spot check missed' },
  'regularInspection.overdue': { zh: '定期检验超期', en: 'Regular inspection overdue' },
  'regularInspection.failed': { zh: '定期检验不合格', en: 'Regular inspection failed' },
  'checkItem.outside': { zh: '检验项目超差', en: 'Check item outside its limits' },
  'spc.ruleBroken': { zh: '控制图判异', en: 'Control chart rule broken' },
  'hold.set': { zh: '冻结', en: 'Hold set' },
  'tool.lifeWarning': { zh: '刀具寿命预警', en: 'Tool life warning' },
  'tool.lifeReached': { zh: '刀具到寿', en: 'Tool life reached' },
  'tool.broken': { zh: '断刀', en: 'Tool broken' },
  'tool.offsetMismatch': { zh: '刀补不一致', en: 'Tool offset mismatch' },
  'tool.noSister': { zh: '无姊妹刀', en: 'No sister tool' },
  'maintenance.due': { zh: '保养临期', en: 'Maintenance due soon' },
  'maintenance.overdue': { zh: '保养超期', en: 'Maintenance overdue' },
  'alarm.raised': { zh: '设备报警', en: 'Machine alarm' },
  'alarm.escalated': null,
  'alarm.escalatedToAll': null,
  'instruction.toApprove': { zh: '操作说明待审批', en: 'Instruction to approve' },
  'instruction.rejected': { zh: '操作说明被退回', en: 'Instruction sent back' },
  'instruction.toConfirm': null,
  'job.exported': { zh: '导出完成', en: 'Export ready' },
  'job.imported': { zh: '导入完成', en: 'Import done' },
  'job.failed': { zh: '导出或导入失败', en: 'Export or import failed' },
};

/** One event in a person's settings. */
export interface NoticeChoice {
  readonly kind: string;
  readonly modelType: ModelType;
  readonly title: string;
  readonly wanted: boolean;
}
