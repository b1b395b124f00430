import type { KeyFigures } from './time-model.ts';

/** OEE of a line in the shift that runs: that of its bottleneck, never a mean of its machines. */
export interface LineOee {
  readonly code: string;
  readonly name: string;
  /** Null: no shift runs. */
  readonly shiftName: string | null;
  /** Name of the machine; null: none is bound. */
  readonly bottleneck: string | null;
  /** Null without a machine or a shift. */
  readonly figures: KeyFigures | null;
  /** Seconds that it ran in the shift. */
  readonly runTime: number;
  /** Pieces; null: nothing was counted. */
  readonly output: { readonly good: number; readonly ng: number } | null;
}
