import type { TerminalFixture } from '../../../fixtures/model/model.ts';
import type { Batch } from '../../../fixtures/settlements/settlements.ts';
import { HOUR_MS } from '../../../fixtures/time/calendar.ts';
import { approvalRateDrops } from './approval-rate-drop.ts';
import { cashLow } from './cash-low.ts';
import { cashOut } from './cash-out.ts';
import { commandsFailed } from './command-failed.ts';
import { communicationFlapping } from './communication-flapping.ts';
import { accountPapers, terminalPapers } from './compliance-expiration.ts';
import { declineSpike } from './decline-spike.ts';
import { dispenserFault } from './dispenser-fault.ts';
import { getPolicy, type Policy } from './evaluation/default-policy.ts';
import type { Incident } from './evaluation/incident.ts';
import type { Happening } from './evaluation/point-event.ts';
import { heartbeatStale } from './heartbeat-stale.ts';
import { highDeclineVelocity } from './high-decline-velocity.ts';
import { readAttempts } from './input/attempts.ts';
import {
  type AccountStreams,
  type EvaluatedSpan,
  isFirstPart,
  type SpanPart,
  type TerminalStreams,
  toSinglePart,
} from './input/streams.ts';
import { locationRiskChanges } from './location-risk-change.ts';
import { processorOutages } from './processor-outage.ts';
import { provisioningsFailed } from './provisioning-failed.ts';
import { repeatedSameCardAttempts } from './repeated-same-card-attempt.ts';
import { reversalSpike } from './reversal-spike.ts';
import { settlementMismatches } from './settlement-mismatch.ts';

export type { Policy } from './evaluation/default-policy.ts';
export type { Incident, IncidentMoment, Severity } from './evaluation/incident.ts';
export { isOpenAt, knownAt, severityAt } from './evaluation/incident.ts';
export type { Happening } from './evaluation/point-event.ts';
export type { AccountStreams, EvaluatedSpan, SpanPart, TerminalStreams } from './input/streams.ts';

/**
 * Returns the incidents of one terminal that were open at some instant of the span, as known at its end; oldest first.
 * A terminal that never reported, is suspended or was removed has none.
 * @see gap events.incident_states, events.conditions
 */
export function listTerminalIncidents(
  streams: TerminalStreams,
  span: EvaluatedSpan,
  policy: Policy = getPolicy(streams.source.tenant),
): readonly Incident[] {
  return [...evaluateTerminal(streams, toSinglePart(span), policy), ...listPaperIncidents(streams, span, policy)].sort(
    oldestFirst,
  );
}

/** Returns the incidents of a part, unordered, without those of compliance items, which need no parts. */
export function evaluateTerminal(
  streams: TerminalStreams,
  part: SpanPart,
  policy: Policy = getPolicy(streams.source.tenant),
): readonly Incident[] {
  if (streams.source.terminal.status !== 'active') return [];
  const flappings = communicationFlapping(streams, part, policy.communicationFlapping);
  const cashOuts = cashOut(streams, part, policy.cashOut);
  const { declineSpike: spikes, baseline } = policy;
  const log = readAttempts(streams.ledger, attemptsSpan(streams, part), {
    beforeMs: spikes.latestWithinHours * HOUR_MS,
    least: spikes.latestAttempts,
  });
  return [
    ...flappings,
    ...heartbeatStale(streams, part, policy.heartbeatStale, flappings),
    // incidents that it supersedes close first
    ...cashLow(streams, part, policy.cashLow, cashOuts),
    ...cashOuts,
    ...dispenserFault(streams, part, policy.dispenserFault),
    ...declineSpike(streams, part, { ...spikes, baseline }, log),
    ...reversalSpike(streams, part, policy.reversalSpike, log),
    ...highDeclineVelocity(streams, part, policy.highDeclineVelocity, log),
  ];
}

/** Longer than the windows of rules about attempts, including delays. */
const ATTEMPTS_LOOK_BACK_MS = 26 * HOUR_MS;

/** Returns the attempts that rules need: those of the day before, and those since the open incidents began. */
function attemptsSpan({ source }: TerminalStreams, part: SpanPart): EvaluatedSpan {
  if (isFirstPart(part)) return part;
  const { terminalId } = source.terminal;
  const openedMs = (['decline_spike', 'reversal_spike', 'high_decline_velocity'] as const).map(
    (type) => part.before.get(`${type}:${terminalId}`)?.open?.opening.atMs ?? part.fromMs,
  );
  return { fromMs: Math.min(part.fromMs, ...openedMs) - ATTEMPTS_LOOK_BACK_MS, toMs: part.toMs };
}

/** Returns the incidents of one terminal's compliance items, oldest first. */
export function listPaperIncidents(
  { source }: Pick<TerminalStreams, 'source'>,
  span: EvaluatedSpan,
  policy: Policy = getPolicy(source.tenant),
): readonly Incident[] {
  if (source.terminal.status !== 'active') return [];
  return terminalPapers(source, span, policy.complianceExpiration);
}

/**
 * Returns the happenings at one terminal in the span, oldest first. A terminal that never reported has only those of
 * commands and jobs; one that is out of service has none.
 * @see gap events.incident_states, events.conditions
 */
export function listTerminalHappenings(
  streams: Pick<TerminalStreams, 'source'>,
  span: EvaluatedSpan,
  policy: Policy = getPolicy(streams.source.tenant),
): readonly Happening[] {
  return [...listCommandHappenings(streams, span, policy), ...listSiteHappenings(streams, span, policy)].sort(
    earliestFirst,
  );
}

const mayReport = ({ status }: TerminalFixture): boolean => status === 'active' || status === 'never_reported';

/** Returns the happenings of commands. */
export function listCommandHappenings(
  streams: Pick<TerminalStreams, 'source'>,
  span: EvaluatedSpan,
  policy: Policy = getPolicy(streams.source.tenant),
): readonly Happening[] {
  return mayReport(streams.source.terminal) ? commandsFailed(streams, span, policy.commandFailed) : [];
}

/** Returns the happenings of provisioning and location risk. */
export function listSiteHappenings(
  streams: Pick<TerminalStreams, 'source'>,
  span: EvaluatedSpan,
  policy: Policy = getPolicy(streams.source.tenant),
): readonly Happening[] {
  const { terminal } = streams.source;
  if (!mayReport(terminal)) return [];
  return [
    ...provisioningsFailed(streams, span),
    ...(terminal.status === 'active' ? locationRiskChanges(streams, span, policy.locationRiskChange) : []),
  ];
}

/** Returns the incidents of an account itself (company documents, hosts and approvals), oldest first. */
export function listAccountIncidents(
  account: AccountStreams,
  span: EvaluatedSpan,
  policy: Policy = getPolicy(account.tenant),
): readonly Incident[] {
  return [
    ...evaluateAccount(account, toSinglePart(span), policy),
    ...listCompanyPaperIncidents(account, span, policy),
  ].sort(oldestFirst);
}

/** Returns the account incidents of a part, unordered, without those of compliance items, which need no parts. */
export function evaluateAccount(
  account: AccountStreams,
  part: SpanPart,
  policy: Policy = getPolicy(account.tenant),
): readonly Incident[] {
  return [
    ...processorOutages(account, part, policy.processorOutage),
    ...approvalRateDrops(account, part, { ...policy.approvalRateDrop, baseline: policy.baseline }),
  ];
}

/** Returns the incidents of an account's company documents. */
export function listCompanyPaperIncidents(
  account: AccountStreams,
  span: EvaluatedSpan,
  policy: Policy = getPolicy(account.tenant),
): readonly Incident[] {
  return accountPapers(account, account.accountId, span, policy.complianceExpiration);
}

/** Returns the incidents of batches, oldest first. Needs all revisions of each batch. */
export function findBatchIncidents(
  { seed, tenant }: Pick<AccountStreams, 'seed' | 'tenant'>,
  batches: readonly (readonly Batch[])[],
  span: EvaluatedSpan,
  policy: Policy = getPolicy(tenant),
): readonly Incident[] {
  return batches
    .flatMap((revisions) => settlementMismatches(seed, revisions, span, policy.settlementMismatch))
    .sort(oldestFirst);
}

/** Returns the happenings that involve several terminals of an account, oldest first. */
export function listAccountHappenings(
  account: AccountStreams,
  span: EvaluatedSpan,
  policy: Policy = getPolicy(account.tenant),
): readonly Happening[] {
  return [...evaluateAccountHappenings(account, toSinglePart(span), policy)].sort(earliestFirst);
}

/** Returns those of a part, unordered. */
export function evaluateAccountHappenings(
  account: AccountStreams,
  part: SpanPart,
  policy: Policy = getPolicy(account.tenant),
): readonly Happening[] {
  return repeatedSameCardAttempts(account, part, policy.repeatedSameCardAttempt);
}

/** Compares incidents by listing order. */
export function oldestFirst(a: Incident, b: Incident): number {
  if (a.openedAtMs !== b.openedAtMs) return a.openedAtMs - b.openedAtMs;
  return a.dedupeKey < b.dedupeKey ? -1 : 1;
}

/** Compares happenings by listing order. */
export function earliestFirst(a: Happening, b: Happening): number {
  return a.atMs - b.atMs || (a.eventId < b.eventId ? -1 : 1);
}
