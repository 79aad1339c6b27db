/**
 * A fault class: its title, then patterns of the ids of the faulty targets that inject it, or the reason why there are
 * none.
 */
export type FaultClassEntry =
  | readonly [title: string, ...injected: string[]]
  | readonly [title: string, absent: NotInjected];

/** The reason why no faulty target injects a fault of this class. */
export interface NotInjected {
  readonly reason: string;
}

/** The document does not define it: the kit may record a choice, and never fails a target for it. */
export const LEFT_OPEN: NotInjected = { reason: 'the document leaves it open, so no check may fail on it' };

/** Events cannot be read from the service itself. */
export const DELIVERIES: NotInjected = { reason: 'the checks do not cover webhook deliveries' };

export const explainAbsence = (reason: string): NotInjected => ({ reason });
