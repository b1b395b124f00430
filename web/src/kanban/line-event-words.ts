import type { LineEvent } from '@millwright/contract/equipment/live-equipment';
import { say, titled } from '../kernel/language.tsx';
import { boardText as text } from '../locales/board.ts';
import { clockOf, lengthOf } from './words.ts';

/** `10:12 停机 47 分，模具冷却水压低，已恢复`; before it the machine, where it is not the one that sets the pace. */
export function eventWords(event: LineEvent, timeZone: string): string {
  const why = titled(event.textZh ?? undefined, event.textEn ?? undefined);
  const [known, unknown] =
    event.kind === 'alarm'
      ? [text.alarmFor, text.alarmFor]
      : event.isOver
        ? [text.stopOver, text.stopOverUnknown]
        : [text.stopFor, text.stopForUnknown];
  const words = say(why ? known : unknown, {
    time: clockOf(Date.parse(event.startTime), timeZone),
    length: lengthOf(event.seconds),
    why,
  });
  return [event.machine, words].filter(Boolean).join(' ');
}
