import type { Labelled } from '../kernel/field-label.ts';

/** What people set for themselves, as the personal center names it. */
export const runModelFields = {
  lockAfterMinutes: { label: { zh: '无操作后自动锁屏', en: 'Lock automatically after' } },
  homePath: { label: { zh: '起始页', en: 'Start page' } },
  soundOnAlarm: { label: { zh: '报警提示音', en: 'Sound on alarms' } },
  kanbanDensity: { label: { zh: '看板密度', en: 'Board density' } },
} as const satisfies Labelled;
