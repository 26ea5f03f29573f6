/** A moment to be seen in a chart, such as a release. */
export interface TrendMark {
  /** Label of the row that it belongs to. */
  at: string;
  label: string;
}

/** A day, week or month, or a broadcast. */
export interface TrendRow {
  key: string;
  label: string;
  values: Record<string, number | null>;
  /** Address of what it counts. */
  to?: string | undefined;
  isRunning?: boolean;
}

export interface TrendSeries {
  name: string;
  label: string;
  color: string;
  type: 'bar' | 'line';
  format: (value: number) => string;
  /** Scores have an axis of their own, from 1 to 5. */
  isScore?: boolean;
}
