import type { KeyFigures } from './time-model.ts';

/**
 * OEE of a line in the shift that runs: the times of its bottleneck, never a mean of its machines, and the pieces of the
 * line. P holds these against the bottleneck's standard beat.
 */
export interface LineOee {
  readonly code: string;
  readonly name: string;
  /** Null: no shift runs. */
  readonly shiftName: string | null;
  /** Name of the machine; null: none is bound. */
  readonly bottleneck: string | null;
  /** Whether pieces are the line's, of its discharge and NG stations; else those of the bottleneck. */
  readonly hasDischarge: boolean;
  /** Null without a machine or a shift. */
  readonly figures: KeyFigures | null;
  /** Seconds that the bottleneck ran in the shift. */
  readonly runTime: number;
  /** Pieces; null: nothing was counted. */
  readonly output: { readonly good: number; readonly ng: number } | null;
}
