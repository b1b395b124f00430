import type { LineEvent } from '@millwright/contract/equipment/live-equipment';
import { expect, it } from 'vitest';
import { eventWords } from './line-event-words.ts';

const stop: LineEvent = {
  kind: 'stop',
  machine: null,
  startTime: '2026-11-24T02:12:00.000Z',
  isOver: true,
  seconds: 47 * 60,
  textZh: '模具冷却水压低',
  textEn: 'Die coolant pressure low',
};

it('says in one sentence what last stopped a line', () => {
  const words = (more: Partial<LineEvent>) => eventWords({ ...stop, ...more }, 'Asia/Shanghai');
  expect(words({})).toBe('10:12 停机 47 分，模具冷却水压低，已恢复');
  expect(words({ textZh: null, textEn: null })).toBe('10:12 停机 47 分，已恢复');
  expect(words({ isOver: false, machine: '上料机器人' })).toBe(
    '上料机器人 10:12 停机 47 分，模具冷却水压低',
  );
  expect(words({ isOver: false, textZh: null, textEn: null })).toBe('10:12 停机 47 分，原因待填');
  expect(words({ kind: 'alarm', isOver: false, seconds: 30 })).toBe(
    '10:12 报警 0 分，模具冷却水压低',
  );
});
