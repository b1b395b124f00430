import type { Labelled } from '../kernel/field-label.ts';
import type { Text } from '../kernel/text.ts';

/** What people set for themselves, as the personal center names it. */
export const runModelFields = {
  lockAfterMinutes: { label: { zh: '无操作后自动锁屏', en: 'Lock automatically after' } },
  homePath: { label: { zh: '起始页', en: 'Start page' } },
  soundOnAlarm: { label: { zh: '报警提示音', en: 'Sound on alarms' } },
  kanbanDensity: { label: { zh: '看板密度', en: 'Board density' } },
} as const satisfies Labelled;

/** How close the rows and cards of a person's walls of machines stand. */
export const boardDensities = {
  compact: { zh: '紧凑', en: 'Compact' },
  default: { zh: '标准', en: 'Standard' },
  comfortable: { zh: '宽松', en: 'Comfortable' },
} as const satisfies Readonly<Record<string, Text>>;

export type BoardDensity = keyof typeof boardDensities;
