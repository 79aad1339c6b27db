import { HOUR_MS } from '../../../fixtures/calendar.ts';
import type { Batch } from '../../../fixtures/settlements.ts';
import { approvalRateDrops } from './approval-rate-drop.ts';
import { attemptsOf } from './attempts.ts';
import { cashLow } from './cash-low.ts';
import { cashOut } from './cash-out.ts';
import { commandsFailed } from './command-failed.ts';
import { communicationFlapping } from './communication-flapping.ts';
import { accountPapers, terminalPapers } from './compliance-expiration.ts';
import { declineSpike } from './decline-spike.ts';
import { dispenserFault } from './dispenser-fault.ts';
import type { Happening } from './happening.ts';
import { heartbeatStale } from './heartbeat-stale.ts';
import { highDeclineVelocity } from './high-decline-velocity.ts';
import type { Incident } from './incident.ts';
import { locationRiskChanges } from './location-risk-change.ts';
import { type Policy, policyOf } from './policy.ts';
import { processorOutages } from './processor-outage.ts';
import { provisioningsFailed } from './provisioning-failed.ts';
import { repeatedSameCardAttempts } from './repeated-same-card-attempt.ts';
import { reversalSpike } from './reversal-spike.ts';
import { settlementMismatches } from './settlement-mismatch.ts';
import type { AccountStreams, Span, TerminalStreams } from './streams.ts';

export type { Happening } from './happening.ts';
export type { Incident, IncidentMoment, Severity } from './incident.ts';
export { isOpenAt, knownAt, severityAt } from './incident.ts';
export type { Policy } from './policy.ts';
export type { AccountStreams, Span, TerminalStreams } from './streams.ts';

/**
 * Incidents of one terminal that were open at some instant of the span, as known at its end; oldest first. A machine
 * that nobody works with (never reported, suspended, gone) has none.
 * @see gap events.incident_states, events.conditions
 */
export function incidentsOf(
  streams: TerminalStreams,
  span: Span,
  policy: Policy = policyOf(streams.source.tenant),
): readonly Incident[] {
  if (streams.source.terminal.status !== 'active') return [];
  const flappings = communicationFlapping(streams, span, policy.communicationFlapping);
  const cashOuts = cashOut(streams, span, policy.cashOut);
  const { declineSpike: spikes, baseline } = policy;
  const log = attemptsOf(streams.ledger, span, {
    beforeMs: spikes.latestWithinHours * HOUR_MS,
    least: spikes.latestAttempts,
  });
  return [
    ...flappings,
    ...heartbeatStale(streams, span, policy.heartbeatStale, flappings),
    // What it supersedes closes first.
    ...cashLow(streams, span, policy.cashLow, cashOuts),
    ...cashOuts,
    ...dispenserFault(streams, span, policy.dispenserFault),
    ...terminalPapers(streams.source, span, policy.complianceExpiration),
    ...declineSpike(streams, span, { ...spikes, baseline }, log),
    ...reversalSpike(streams, span, policy.reversalSpike, log),
    ...highDeclineVelocity(streams, span, policy.highDeclineVelocity, log),
  ].sort(oldestFirst);
}

/**
 * What happened at one terminal and is told once, in the span; oldest first. Of a machine that never reported, only what
 * was tried with it; of one that is out of the plan, nothing.
 * @see gap events.incident_states, events.conditions
 */
export function happeningsOf(
  streams: Pick<TerminalStreams, 'source'>,
  span: Span,
  policy: Policy = policyOf(streams.source.tenant),
): readonly Happening[] {
  const { status } = streams.source.terminal;
  if (status !== 'active' && status !== 'never_reported') return [];
  return [
    ...commandsFailed(streams, span, policy.commandFailed),
    ...provisioningsFailed(streams, span),
    ...(status === 'active' ? locationRiskChanges(streams, span, policy.locationRiskChange) : []),
  ].sort(earliestFirst);
}

/** Incidents about an account rather than one of its terminals: its company papers, hosts and approvals; oldest first. */
export function accountIncidentsOf(
  account: AccountStreams,
  span: Span,
  policy: Policy = policyOf(account.tenant),
): readonly Incident[] {
  return [
    ...accountPapers(account, account.accountId, span, policy.complianceExpiration),
    ...processorOutages(account, span, policy.processorOutage),
    ...approvalRateDrops(account, span, { ...policy.approvalRateDrop, baseline: policy.baseline }),
  ].sort(oldestFirst);
}

/** Incidents about batches; of each, all revisions, oldest first. */
export function batchIncidentsOf(
  { seed, tenant }: Pick<AccountStreams, 'seed' | 'tenant'>,
  batches: readonly (readonly Batch[])[],
  span: Span,
  policy: Policy = policyOf(tenant),
): readonly Incident[] {
  return batches
    .flatMap((revisions) => settlementMismatches(seed, revisions, span, policy.settlementMismatch))
    .sort(oldestFirst);
}

/** What happened at an account's terminals and takes more than one of them to see: oldest first. */
export function accountHappeningsOf(
  account: AccountStreams,
  span: Span,
  policy: Policy = policyOf(account.tenant),
): readonly Happening[] {
  return [...repeatedSameCardAttempts(account, span, policy.repeatedSameCardAttempt)].sort(earliestFirst);
}

function oldestFirst(a: Incident, b: Incident): number {
  if (a.openedAtMs !== b.openedAtMs) return a.openedAtMs - b.openedAtMs;
  return a.dedupeKey < b.dedupeKey ? -1 : 1;
}

function earliestFirst(a: Happening, b: Happening): number {
  return a.atMs - b.atMs || (a.eventId < b.eventId ? -1 : 1);
}
