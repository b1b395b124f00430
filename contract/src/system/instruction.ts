import { defineEntity } from '../kernel/entity.ts';
import { defineRefusals } from '../kernel/errors.ts';
import { day } from '../kinds/day.ts';
import { decimal } from '../kinds/decimal.ts';
import { dictionary } from '../kinds/dictionary.ts';
import { files } from '../kinds/file.ts';
import { flag } from '../kinds/flag.ts';
import { instant } from '../kinds/instant.ts';
import { integer } from '../kinds/integer.ts';
import { ref } from '../kinds/ref.ts';
import { richText } from '../kinds/rich-text.ts';
import { text } from '../kinds/text.ts';

const scoped = { list: true, filter: true, section: 'scope' } as const;
const counted = { computed: true, required: true, default: 0, form: false } as const;

/** A film's address: a page of the web, or a file that was uploaded here. */
const VIDEO = /^(https:\/\/\S+|\/edition\/api\/file\/[A-Za-z0-9._-]{1,120}(\?\S*)?)$/;

/** A version of a work instruction or manual. Published ones stay as they are; a change is a new version of the same code. */
export const instruction = defineEntity({
  name: 'system/instruction',
  label: { zh: '操作说明', en: 'Instruction' },
  scope: 'site',
  title: 'title',
  code: 'code',
  sort: { by: 'createTime', order: 'desc' },
  unique: [['code', 'version']],
  state: 'state',
  editable: ['draft'],
  removable: ['draft'],
  sections: {
    what: { zh: '文件', en: 'Document' },
    scope: { zh: '适用范围（留空为全部）', en: 'Scope (empty = all)' },
    content: { zh: '内容', en: 'Content' },
  },
  fields: {
    code: text('编号', 'Code', {
      computed: true,
      required: true,
      max: 30,
      list: true,
      filter: true,
      sort: true,
      scan: true,
      section: 'what',
    }),
    title: text('标题', 'Title', {
      required: true,
      max: 100,
      list: true,
      filter: true,
      sort: true,
      section: 'what',
    }),
    titleEn: text('英文标题', 'English title', {
      max: 100,
      list: true,
      filter: true,
      sort: true,
      section: 'what',
    }),
    type: dictionary('instruction_type', '类型', 'Type', {
      required: true,
      default: 'sop',
      list: true,
      filter: true,
      section: 'what',
    }),
    version: integer('版本', 'Version', {
      computed: true,
      required: true,
      min: 1,
      list: true,
      filter: true,
      sort: true,
    }),
    state: dictionary('instruction_state', '状态', 'State', {
      computed: true,
      required: true,
      default: 'draft',
      list: true,
      filter: true,
    }),
    mustRead: flag('须确认', 'Confirmation required', {
      list: true,
      filter: true,
      section: 'what',
    }),
    inEffect: flag('生效中', 'In effect', { computed: true, list: true, filter: true }),
    effectiveFrom: day('生效日期', 'Effective from', {
      future: true,
      list: true,
      sort: true,
      section: 'what',
      help: { zh: '留空则为批准当天', en: 'Empty is the day of approval' },
    }),
    productId: ref('base/product', '产品', 'Product', scoped),
    procedureId: ref('base/procedure', '工序', 'Procedure', scoped),
    stationId: ref('base/station', '工位', 'Station', scoped),
    equipmentId: ref('base/equipment', '设备', 'Equipment', scoped),
    content: richText('内容', 'Content', { section: 'content' }),
    video: text('视频', 'Video', {
      max: 300,
      pattern: VIDEO,
      allowed: { zh: 'https 链接或上传的 MP4', en: 'an https link or an uploaded MP4' },
      address: true,
      sheet: false,
      section: 'content',
    }),
    attachments: files('附件', 'Attachments', { default: [], section: 'content' }),
    readRate: decimal('已确认率', 'Confirmed', {
      digits: 5,
      places: 2,
      computed: true,
      list: true,
      sort: true,
      unit: { zh: '%', en: '%' },
    }),
    addressed: integer('应确认人数', 'Addressed', counted),
    confirmed: integer('已确认人数', 'Confirmed by', counted),
    author: ref('system/user', '编制', 'Author', {
      computed: true,
      list: true,
      filter: true,
      sort: true,
    }),
    approver: ref('system/user', '批准', 'Approver', {
      computed: true,
      list: true,
      filter: true,
      sort: true,
    }),
    publishTime: instant('发布时间', 'Published', {
      computed: true,
      list: true,
      filter: true,
      sort: true,
    }),
    reason: text('退回或作废原因', 'Why sent back or withdrawn', { computed: true, max: 500 }),
  },
  actions: {
    submit: {
      label: { zh: '提交审批', en: 'Submit' },
      from: ['draft'],
      to: 'pending',
      icon: 'send',
      confirm: { zh: '提交「{name}」审批吗？', en: 'Submit "{name}" for approval?' },
    },
    approve: {
      label: { zh: '批准发布', en: 'Approve' },
      from: ['pending'],
      to: 'published',
      tag: 'publish',
      icon: 'check',
      confirm: {
        zh: '批准后「{name}」自生效日期起代替旧版本，旧版本届时作废。',
        en: '"{name}" takes the place of its older version from its effective date on.',
      },
    },
    reject: {
      label: { zh: '退回', en: 'Send back' },
      from: ['pending'],
      to: 'draft',
      tag: 'publish',
      icon: 'rollback',
      reason: true,
    },
    obsolete: {
      label: { zh: '作废', en: 'Withdraw' },
      from: ['published'],
      to: 'obsolete',
      tag: 'publish',
      icon: 'stop',
      reason: true,
      danger: true,
    },
    revise: {
      label: { zh: '新版本', en: 'New version' },
      from: ['published', 'obsolete'],
      tag: 'add',
      icon: 'copy',
    },
    read: {
      label: { zh: '确认已读', en: 'Confirm as read' },
      from: ['published'],
      tag: 'list',
      icon: 'check-circle',
    },
  },
});

export const instructionRefusals = defineRefusals({
  'instruction.submit.empty': [422, '请填写内容或上传附件', 'Add content or an attachment'],
  'instruction.approve.own': [
    409,
    '不能审批自己编制的文件',
    'You cannot approve your own document',
  ],
  'instruction.read.early': [
    409,
    '「{c}」V{v} 自 {day} 起生效，届时再确认',
    '"{c}" V{v} takes effect on {day} and is confirmed then',
  ],
  'instruction.revise.open': [
    409,
    '「{c}」已有未发布的版本 V{v}',
    '"{c}" has an unpublished version V{v} already',
  ],
});

/** One person who shall read a published version, and when he confirmed it. */
export interface InstructionReader {
  readonly userId: string;
  readonly name: string;
  readonly username: string;
  readonly readTime: string | null;
}

/** A published version that waits for one's own confirmation. */
export interface UnreadInstruction {
  readonly id: string;
  readonly siteId: string;
  readonly code: string;
  readonly title: string;
  readonly titleEn: string | null;
  readonly version: number;
  readonly publishTime: string;
}
