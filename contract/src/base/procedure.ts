import { defineEntity } from '../kernel/entity.ts';
import { decimal } from '../kinds/decimal.ts';
import { dictionary } from '../kinds/dictionary.ts';
import { flag } from '../kinds/flag.ts';
import { integer } from '../kinds/integer.ts';
import { ref } from '../kinds/ref.ts';
import { text } from '../kinds/text.ts';

/** A procedure that pieces go through: OP05 sawing … OP95 packing. */
export const procedure = defineEntity({
  name: 'base/procedure',
  label: { zh: '工序', en: 'Procedure' },
  scope: 'site',
  title: 'procedureName',
  code: 'procedureCode',
  sort: { by: 'sequence', order: 'asc' },
  unique: [['procedureCode']],
  fields: {
    procedureCode: text('工序编号', 'Code', { required: true, max: 30, list: true, sort: true }),
    procedureName: text('工序名称', 'Name', { required: true, max: 60, list: true }),
    procedureNameEn: text('英文名称', 'English name', { max: 80, list: true, filter: true }),
    procedureType: dictionary('procedure_type', '工序类型', 'Type', {
      required: true,
      list: true,
      filter: true,
    }),
    sequence: integer('顺序', 'Sequence', { required: true, default: 0, list: true, sort: true }),
    isKey: flag('关键工序', 'Key procedure', { list: true, filter: true }),
    isCheck: flag('检验工序', 'Checking procedure', { list: true, filter: true }),
    needPrevious: flag('需前工序合格', 'Needs the previous one', {
      default: true,
      list: true,
      help: {
        zh: '前工序没有合格记录时互锁拒绝',
        en: 'The interlock refuses a piece without an OK record before',
      },
    }),
    canRepeat: flag('允许重复', 'May be repeated', { list: true }),
    standardBeat: decimal('标准节拍', 'Standard beat', {
      digits: 8,
      places: 2,
      above: 0,
      list: true,
      filter: true,
      unit: { zh: '秒', en: 's' },
    }),
    instruction: ref('system/instruction', '作业指导书', 'Work instruction', {
      where: { inEffect: 'true' },
      list: true,
      filter: true,
      help: {
        zh: '在工位显示；新版本生效时自动替换',
        en: 'Shown at the station; a new version takes its place on its day',
      },
    }),
    color: text('颜色', 'Colour', {
      max: 7,
      list: true,
      pattern: /^#[0-9A-Fa-f]{6}$/,
      allowed: { zh: '#RRGGBB 形式的颜色', en: 'a colour such as #2E7D6B' },
    }),
    status: dictionary('enable_status', '状态', 'Status', {
      required: true,
      default: '1',
      list: true,
      filter: true,
    }),
  },
  figures: {
    keys: {
      label: { zh: '关键工序', en: 'Key procedures' },
      filters: { isKey: 'true', status: '1' },
    },
    checks: {
      label: { zh: '检验工序', en: 'Checking procedures' },
      filters: { isCheck: 'true', status: '1' },
    },
    noInstruction: {
      label: { zh: '无作业指导书', en: 'Without instruction' },
      filters: { instruction: 'none', status: '1' },
      look: 'open',
    },
    noBeat: {
      label: { zh: '无标准节拍', en: 'Without beat' },
      filters: { standardBeat: 'none', status: '1' },
      look: 'open',
    },
  },
});
