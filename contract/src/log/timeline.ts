/** One row of any log, as the timeline shows it. */
export interface TimelineRow {
  /** `log/alarm`. */
  readonly log: string;
  readonly id: string;
  readonly at: string;
  /** The few values that say what the row is about, by field, in the order in which they are read. */
  readonly said: Readonly<Record<string, string | readonly string[] | null>>;
  readonly device: string | null;
  readonly order: string | null;
}

/** All that is told around a row, at the moment `at`. */
export interface Timeline {
  readonly list: readonly TimelineRow[];
  readonly at: string;
  readonly from: string;
  readonly to: string;
  /** Logs that hold more than is listed, each with the filters of its page that lead to the rest. */
  readonly cut: readonly TimelineCut[];
}

export interface TimelineCut {
  readonly log: string;
  readonly by: readonly { readonly field: string; readonly value: string }[];
}
