import type { InjectedCause } from '../../api/deliveries.ts';

/** An event, as far as its cause is concerned. */
export interface CausedEvent {
  readonly terminalId: string | null;
  readonly accountId: string;
  readonly at: string;
}

/** An event follows from a change at most this long before it. */
export const CAUSE_WINDOW_MS = 86_400_000;

/** Returns the latest change at the same place within the day before the event; undefined for an event without one. */
export const findCause = (
  causes: readonly InjectedCause[],
  { terminalId, accountId, at }: CausedEvent,
): InjectedCause | undefined =>
  causes.find((cause) => {
    const ageMs = Date.parse(at) - Date.parse(cause.at);
    const isSamePlace = cause.terminal_id === null ? cause.account_id === accountId : cause.terminal_id === terminalId;
    return isSamePlace && ageMs >= 0 && ageMs <= CAUSE_WINDOW_MS;
  });
