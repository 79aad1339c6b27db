/** The result of one check. */
export interface Finding {
  /** What was checked, such as `port 4400`. */
  readonly check: string;
  /** `warning`: fleetkit works, but something may surprise. `problem`: something does not work. */
  readonly status: 'ok' | 'warning' | 'problem';
  /** A sentence without secrets. */
  readonly found: string;
  /** What to do. Absent if there is nothing to do. */
  readonly advice?: string;
}
