import { cashLow } from './cash-low.ts';
import { cashOut } from './cash-out.ts';
import { communicationFlapping } from './communication-flapping.ts';
import { accountPapers, terminalPapers } from './compliance-expiration.ts';
import { dispenserFault } from './dispenser-fault.ts';
import { heartbeatStale } from './heartbeat-stale.ts';
import type { Incident } from './incident.ts';
import { defaultPolicy, type Policy } from './policy.ts';
import type { Span, TerminalStreams } from './streams.ts';

export type { Incident } from './incident.ts';
export { isOpenAt, severityAt } from './incident.ts';
export type { Policy } from './policy.ts';
export type { Span, TerminalStreams } from './streams.ts';

/**
 * Incidents of one terminal that were open at some instant of the span, as known at its end; oldest first. A machine
 * that nobody works with (never reported, suspended, gone) has none.
 * @see gap events.incident_states, events.conditions
 */
export function incidentsOf(streams: TerminalStreams, span: Span, policy: Policy = defaultPolicy): readonly Incident[] {
  if (streams.source.terminal.status !== 'active') return [];
  const flappings = communicationFlapping(streams, span, policy.communicationFlapping);
  const cashOuts = cashOut(streams, span, policy.cashOut);
  return [
    ...flappings,
    ...heartbeatStale(streams, span, policy.heartbeatStale, flappings),
    // What it supersedes closes first.
    ...cashLow(streams, span, policy.cashLow, cashOuts),
    ...cashOuts,
    ...dispenserFault(streams, span, policy.dispenserFault),
    ...terminalPapers(streams.source, span, policy.complianceExpiration),
  ].sort(oldestFirst);
}

/** Incidents about an account itself rather than one of its terminals: its company papers. */
export function accountIncidentsOf(
  source: Pick<TerminalStreams['source'], 'seed' | 'tenant' | 'causes'>,
  accountId: string,
  span: Span,
  policy: Policy = defaultPolicy,
): readonly Incident[] {
  return [...accountPapers(source, accountId, span, policy.complianceExpiration)].sort(oldestFirst);
}

function oldestFirst(a: Incident, b: Incident): number {
  if (a.openedAtMs !== b.openedAtMs) return a.openedAtMs - b.openedAtMs;
  return a.dedupeKey < b.dedupeKey ? -1 : 1;
}
