/** A way of going wrong: what it is, then patterns of the ids of the broken services that show it, or why there is none. */
export type Entry = readonly [title: string, ...planted: string[]] | readonly [title: string, absent: Absent];

/** Why a way of going wrong was planted nowhere. */
export interface Absent {
  readonly why: string;
}

/** The document says nothing of it: the kit may record what a target does, and never fails it for that. */
export const OPEN: Absent = { why: 'the document leaves it open, so that no check may fail on it' };

/** What is told of events cannot be read from the service itself. */
export const DELIVERIES: Absent = { why: 'deliveries of webhooks are not judged yet' };

export const absent = (why: string): Absent => ({ why });
