/** The result of one check. */
export interface Finding {
  /** The checked subject, such as `port 4400`. */
  readonly check: string;
  /** `warning`: fleetkit works, but something may surprise. `problem`: something does not work. */
  readonly status: 'ok' | 'warning' | 'problem';
  /** A sentence without secrets. */
  readonly found: string;
  /** The next step for the user. Absent if none is needed. */
  readonly advice?: string;
}
