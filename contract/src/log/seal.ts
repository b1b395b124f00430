/**
 * `dropped` and `archived`: retention removed the rows after they were sealed; the seal stays. `unsealed`: the day has no
 * seal though it should have one since hours; somebody removed it, or it was never made. `miscounted`: the rows are those
 * of the seal, but the counts that the log keeps beside its rows tell of another number: a seal was made anew over fewer.
 */
export type SealState = 'whole' | 'broken' | 'dropped' | 'archived' | 'unsealed' | 'miscounted';

/** What a check says of one seal of one log on one day, or of a log without the seal that the day should have. */
export interface SealCheck {
  readonly log: string;
  readonly day: string;
  /** 0 for the day itself, 1 and more for rows that machines handed in after it was sealed. */
  readonly part: number;
  /** Those that were sealed; of a day without its seal those that the log holds. */
  readonly rows: number;
  /** Rows of the day by the counts that the log keeps beside its rows. */
  readonly counted: number;
  /** Null without a seal. */
  readonly sealedAt: string | null;
  /** Rows of the day that no seal covers yet; the next hourly run seals them. */
  readonly late: number;
  readonly state: SealState;
  /** Nothing speaks against the rows: they are those that were sealed, or retention removed them. */
  readonly isWhole: boolean;
  /** The seal hangs on the seal before. */
  readonly isChained: boolean;
}

/** `GET /api/log/seals/verify?day=`: whether the logs of a closed day (in UTC) are as they were sealed. */
export interface SealedDay {
  readonly day: string;
  readonly isWhole: boolean;
  readonly list: readonly SealCheck[];
}

/** Call and tag of the check. */
export const SEAL_CHECK = { path: '/api/log/seals/verify', tag: 'log:operate:export' } as const;
