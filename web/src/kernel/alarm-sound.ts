import { isAlarm } from '@millwright/contract/system/tip';
import type { Tip } from '@millwright/contract/system/tip';

/** The last alarm that was told at a site. */
export interface Heard {
  readonly site: string | null | undefined;
  readonly last: number;
}

/** Takes note of a list; `isNews` when an alarm came since the one before. What stood there at first sight is no news. */
export function hear(
  before: Heard | undefined,
  site: Heard['site'],
  list: readonly Tip[],
): { heard: Heard; isNews: boolean } {
  const known = before?.site === site ? before : undefined;
  const last = Math.max(known?.last ?? 0, ...list.filter(isAlarm).map(({ id }) => Number(id)));
  return { heard: { site, last }, isNews: known !== undefined && last > known.last };
}

/** Two short tones; none before somebody has touched the page, since the browser would keep them until then. */
export function soundAlarm(): void {
  if (!navigator.userActivation.hasBeenActive) return;
  speaker ??= new AudioContext();
  for (const [after, frequency] of TONES) {
    const tone = new OscillatorNode(speaker, { frequency });
    tone.connect(new GainNode(speaker, { gain: VOLUME })).connect(speaker.destination);
    tone.start(speaker.currentTime + after);
    tone.stop(speaker.currentTime + after + TONE_SECONDS);
  }
}

let speaker: AudioContext | undefined;
const VOLUME = 0.2;
const TONE_SECONDS = 0.18;
/** Seconds from now, and hertz. */
const TONES = [
  [0, 880],
  [0.22, 660],
] as const;
