/**
 * A fault class: its title, then patterns of the ids of the faulty targets that inject it, or the reason why there are
 * none.
 */
export type Entry = readonly [title: string, ...planted: string[]] | readonly [title: string, absent: Absent];

/** The reason why no faulty target injects a fault of this class. */
export interface Absent {
  readonly why: string;
}

/** The document does not define it: the kit may record a choice, and never fails a target for it. */
export const OPEN: Absent = { why: 'the document leaves it open, so no check may fail on it' };

/** Events cannot be read from the service itself. */
export const DELIVERIES: Absent = { why: 'the checks do not cover webhook deliveries' };

export const absent = (why: string): Absent => ({ why });
