/** `dropped` and `archived`: retention removed the rows after they were sealed; the seal stays. */
export type SealState = 'whole' | 'broken' | 'dropped' | 'archived';

/** What a check says of one seal of one log on one day. */
export interface SealCheck {
  readonly log: string;
  readonly day: string;
  /** 0 for the day itself, 1 and more for rows that machines handed in after it was sealed. */
  readonly part: number;
  readonly rows: number;
  readonly sealedAt: string;
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
