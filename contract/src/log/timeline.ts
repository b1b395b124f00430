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
