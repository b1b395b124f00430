import { downtime, downtimeRefusals as refused } from '@millwright/contract/equipment/downtime';
import { problem } from '@millwright/contract/kernel/check';
import { textOf } from '@millwright/contract/kernel/text';
import { refuseDraft } from '../../kernel/refuse.ts';

/** A part of a stop, with what caused it. */
export interface StopPart {
  readonly startTime: string;
  readonly endTime: string;
  readonly category: string | null;
  readonly reasonId: string | null;
}

/**
 * The parts of a stop in order. Throws `downtime.split.overlap` where two share time, `downtime.split.cover` where they
 * leave a gap, go beyond the stop or run backwards; to the second, because people type seconds.
 */
export function partsOf(
  stop: { readonly startTime: string; readonly endTime: string | null },
  sent: unknown,
): StopPart[] {
  const parts = (Array.isArray(sent) ? sent : [])
    .map((part: Record<string, unknown>) => ({
      startTime: textOf(part.startTime),
      endTime: textOf(part.endTime),
      category: textOf(part.category ?? '') || null,
      reasonId: textOf(part.reasonId ?? '') || null,
    }))
    .toSorted((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime));
  const overlaps = parts.some((part, at) => {
    const next = parts[at + 1];
    return next !== undefined && second(next.startTime) < second(part.endTime);
  });
  if (overlaps) throw wrong('downtime.split.overlap');
  const borders = [
    { endTime: stop.startTime },
    ...parts,
    { startTime: stop.endTime ?? '', endTime: '' },
  ];
  const covers =
    parts.every(({ startTime, endTime }) => second(startTime) < second(endTime)) &&
    parts.every(({ startTime }, at) => second(borders[at]?.endTime ?? '') === second(startTime)) &&
    second(parts.at(-1)?.endTime ?? '') === second(stop.endTime ?? '');
  if (!covers) throw wrong('downtime.split.cover');
  // The ends stay what the machine said, to the millisecond.
  return parts.map((part, at) => ({
    ...part,
    startTime: at === 0 ? stop.startTime : part.startTime,
    endTime: at === parts.length - 1 ? (stop.endTime ?? part.endTime) : part.endTime,
  }));
}

function wrong(key: 'downtime.split.overlap' | 'downtime.split.cover') {
  const { label } = downtime.actions.split.fields.parts;
  return refuseDraft([problem('parts', label, refused[key])]);
}

function second(time: string): number {
  return Math.floor(Date.parse(time) / 1000);
}
