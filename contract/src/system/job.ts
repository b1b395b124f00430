import type { Text } from '../kernel/text.ts';
import { defineRefusals } from '../kernel/errors.ts';

/** An export or import that is done in the background, as its owner sees it. */
export interface Job {
  readonly id: string;
  readonly kind: JobKind;
  /** Name of the entity, such as `production/order`. */
  readonly entity: string;
  readonly title: string;
  readonly state: JobState;
  /** 0 to 100; null while the number of rows is not known. */
  readonly progress: number | null;
  readonly rows: number;
  readonly total: number | null;
  /** Name of the file that can be downloaded; null before it is made and after it was removed. */
  readonly fileName: string | null;
  readonly fileUntil: string | null;
  /** Why it failed, in the reader's language. */
  readonly error: string | null;
  /** Of an import: rows written and rows with errors. */
  readonly result: { readonly ok: number; readonly failed: number } | null;
  readonly userId: string;
  readonly createTime: string;
  readonly endTime: string | null;
}

export type JobKind = keyof typeof jobKinds;
export type JobState = keyof typeof jobStates;

/** What a job does. */
export const jobKinds = {
  export: { zh: '导出', en: 'Export' },
  import: { zh: '导入', en: 'Import' },
} as const satisfies Record<string, Text>;

/** How far it is. */
export const jobStates = {
  queued: { zh: '排队', en: 'Queued' },
  running: { zh: '进行中', en: 'Running' },
  done: { zh: '完成', en: 'Done' },
  failed: { zh: '失败', en: 'Failed' },
  cancelled: { zh: '已取消', en: 'Cancelled' },
} as const satisfies Record<string, Text>;

/** What stands against calls about jobs, and why jobs fail. */
export const jobRefusals = defineRefusals({
  'job.cancel.over': [409, '任务已结束，不能取消', 'The task has ended and cannot be cancelled'],
  'job.file.gone': [
    404,
    '文件不存在或已过保存期（{days}天）',
    'The file does not exist or was kept for its {days} days',
  ],
  'job.export.tooMany': [
    409,
    '超过任务中心导出上限 {n} 行，请缩小筛选范围或分批导出',
    'More than {n} rows, the limit of an export; narrow the filters or export in parts',
  ],
  'export.pictures.tooMany': [
    409,
    '带图片最多导出 {n} 行，请缩小筛选范围，或不带图片导出',
    'With pictures at most {n} rows; narrow the filters or export without pictures',
  ],
  'job.queue.full': [
    409,
    '您已有 {n} 个任务在排队，请等待完成或取消',
    'You have {n} tasks waiting already; wait for them or cancel some',
  ],
  'job.run.interrupted': [
    409,
    '任务多次中断，请重新发起',
    'The task was interrupted several times; start it anew',
  ],
  'job.run.account': [403, '帐号已停用', 'The account is disabled'],
});
