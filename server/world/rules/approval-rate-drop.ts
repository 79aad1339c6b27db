import type { ConnectorFixture, TenantFixture } from '../../../fixtures/model/model.ts';
import { getAccount } from '../../../fixtures/settlements/payees.ts';
import { HOUR_MS } from '../../../fixtures/time/calendar.ts';
import { MINUTE_MS } from '../../../fixtures/time/dates.ts';
import { isDeclined, isTechnicalDecline } from '../telemetry/attempt-outcome.ts';
import { type ApprovalDropPolicy, type BaselinePolicy, getPolicy } from './evaluation/default-policy.ts';
import type { Incident } from './evaluation/incident.ts';
import { quietOfAccounts } from './evaluation/maintenance.ts';
import { type EventDescription, evaluateRule } from './evaluation/minute-rule.ts';
import { minuteFrom } from './evaluation/minutes.ts';
import { describeDuration } from './evaluation/wording.ts';
import { listTerminalsOver, readAttemptsOver } from './input/account-attempts.ts';
import { type AttemptLog, computeRate, HourCounts, listHourStarts } from './input/attempts.ts';
import { type AccountStreams, lookBackFrom, type SpanPart, type TerminalStreams } from './input/streams.ts';
import { countByCode } from './input/top-responses.ts';

type DropPolicy = ApprovalDropPolicy & { readonly baseline: BaselinePolicy };

/**
 * Finds hosts over which an account's terminals have fewer approvals than usual for those hours of the week.
 * @see gap events.conditions
 */
export function approvalRateDrops(account: AccountStreams, part: SpanPart, policy: DropPolicy): readonly Incident[] {
  return account.tenant.connectors
    .filter(({ connectorType }) => connectorType === 'processor_host')
    .flatMap((connector) => findDrops(account, connector, part, policy));
}

function findDrops(
  account: AccountStreams,
  { connectorId }: ConnectorFixture,
  part: SpanPart,
  policy: DropPolicy,
): readonly Incident[] {
  const { seed, tenant, accountId } = account;
  const terminals = listTerminalsOver(account, connectorId);
  if (terminals.length === 0) return [];
  const { timezone } = getAccount(tenant, accountId);
  const windowMs = policy.windowHours * HOUR_MS;
  // A window that starts before the part may contain attempts of an earlier window.
  const earlierMs = lookBackFrom(part, windowMs) - windowMs - HOUR_MS;
  const log = readAttemptsOver(terminals, connectorId, { fromMs: earlierMs, toMs: part.toMs });
  const usual = new Usual(terminals, timezone, policy);
  const windowAt = (atMs: number): Window => ({ from: log.after(atMs - windowMs), to: log.after(atMs) });
  const approvalOf = ({ from, to }: Window): number => 1 - log.declinesBetween(from, to) / (to - from);

  /** Whether the hourly check at that minute finds an approximately usual rate. A check without attempts does not. */
  const isGood = (atMs: number): boolean => {
    const window = windowAt(atMs);
    return window.to > window.from && approvalOf(window) >= usual.approvalAt(atMs) - policy.clearBelowBaseline;
  };

  return evaluateRule(
    {
      seed,
      type: 'approval_rate_drop',
      dedupeKey: `approval_rate_drop:${accountId}:${connectorId}`,
      accountId,
      terminalId: null,
    },
    part,
    {
      rearmMinutes: policy.rearmMinutes,
      quiet: quietOfAccounts(tenant),
      marks: listMarks(log, policy, timezone, part.toMs),
      marksWhileOpen: (openedAtMs) => listChecks(Math.max(openedAtMs, part.afterMs), part.toMs),
      triggeredAs(atMs) {
        const window = windowAt(atMs);
        if (window.to - window.from < policy.leastAttempts) return undefined;
        const rate = approvalOf(window);
        if (rate >= policy.triggerRateBelow) return undefined;
        return rate <= usual.approvalAt(atMs) - policy.triggerBelowBaseline ? 'high' : undefined;
      },
      worsenedTo: () => 'high',
      clearedBy(atMs, openedAtMs) {
        if (atMs % HOUR_MS !== 0) return undefined;
        const checks = Array.from({ length: policy.clearChecks }, (_, index) => atMs - index * HOUR_MS);
        return checks.every((checkMs) => checkMs > openedAtMs && isGood(checkMs)) ? 'recovered' : undefined;
      },
      describe: ({ atMs, state, openedAtMs }) =>
        describe(log, windowAt(atMs), {
          atMs,
          windowMs,
          openedAtMs: state === 'resolved' ? openedAtMs : undefined,
          baselineRate: usual.approvalAt(atMs),
          connectorId,
        }),
    },
  );
}

/** Rows of the log from one index to before another. */
interface Window {
  readonly from: number;
  readonly to: number;
}

/** The usual approval rate for the same hours of the week as the window. */
class Usual {
  readonly #hours: readonly HourCounts[];
  readonly #policy: DropPolicy;

  constructor(terminals: readonly TerminalStreams[], zone: string, policy: DropPolicy) {
    this.#policy = policy;
    this.#hours = terminals.map(
      ({ ledger }) => new HourCounts(zone, (fromMs, toMs) => ledger.transactionsBetween(fromMs, toMs)),
    );
  }

  approvalAt(atMs: number): number {
    const { weeks, leastAttempts, fleetDeclineRate } = this.#policy.baseline;
    let attempts = 0;
    let declines = 0;
    for (let hour = 0; hour < this.#policy.windowHours; hour += 1) {
      for (const hours of this.#hours) {
        const counts = hours.inWeeksBefore(atMs - hour * HOUR_MS, weeks);
        attempts += counts.attempts;
        declines += counts.declines;
      }
    }
    return 1 - (attempts < leastAttempts ? fleetDeclineRate : declines / attempts);
  }
}

/**
 * Returns the usual approval rate of the terminals for a window that ends at `atMs`, in the local time of the account.
 */
export function usualApprovalAt(
  tenant: TenantFixture,
  accountId: string,
  terminals: readonly TerminalStreams[],
  atMs: number,
): number {
  const { approvalRateDrop, baseline } = getPolicy(tenant);
  const { timezone } = getAccount(tenant, accountId);
  return new Usual(terminals, timezone, { ...approvalRateDrop, baseline }).approvalAt(atMs);
}

/** Returns the minutes at which a possibly low window gains or loses an attempt, or the hour of the week changes. */
function listMarks(log: AttemptLog, policy: DropPolicy, zone: string, toMs: number): readonly number[] {
  const windowMs = policy.windowHours * HOUR_MS;
  const least = Math.floor((1 - policy.triggerRateBelow) * policy.leastAttempts);
  const marks: number[] = [];
  let leaving = 0;
  for (let index = 0; index < log.length; index += 1) {
    const atMs = log.atMs(index);
    const from = log.after(atMs - windowMs);
    if (log.declinesBetween(from, index + 1) < least || index + 1 - from < policy.leastAttempts) continue;
    const untilMs = Math.min(log.atMs(index + 1), atMs + windowMs, toMs) + MINUTE_MS;
    marks.push(minuteFrom(atMs), ...listHourStarts(zone, atMs, untilMs));
    // Each attempt leaves only once, even if it was in many windows.
    for (leaving = Math.max(leaving, from); leaving <= index; leaving += 1) {
      const leaveMs = minuteFrom(log.atMs(leaving) + windowMs);
      if (leaveMs > untilMs) break;
      marks.push(leaveMs);
    }
  }
  return marks;
}

/** Whole hours. */
function listChecks(fromMs: number, toMs: number): readonly number[] {
  const checks: number[] = [];
  for (let atMs = Math.ceil(fromMs / HOUR_MS) * HOUR_MS; atMs <= toMs; atMs += HOUR_MS) checks.push(atMs);
  return checks;
}

interface Turning {
  readonly atMs: number;
  readonly windowMs: number;
  /** For an incident that ends. */
  readonly openedAtMs: number | undefined;
  readonly baselineRate: number;
  readonly connectorId: string;
}

function describe(log: AttemptLog, { from, to }: Window, turning: Turning): EventDescription {
  const { atMs, windowMs, openedAtMs, baselineRate, connectorId } = turning;
  const declined = log.rows.slice(from, to).filter(isDeclined);
  const attempts = to - from;
  const approved = attempts - declined.length;
  const [network] = countByCode(declined, (row) => row.network).filter(([, count]) => count * 2 > declined.length);
  const technicalDeclines = declined.filter(isTechnicalDecline).length;
  const percent = (part: number): number => Math.round(100 * part);
  return {
    data: {
      windowStart: atMs - windowMs,
      windowEnd: atMs,
      attempts,
      approved,
      approvalRate: computeRate(approved, attempts),
      baselineRate: computeRate(baselineRate, 1),
      connectorId,
      network: network?.[0] ?? null,
      businessDeclines: declined.length - technicalDeclines,
      technicalDeclines,
      affectedTerminalCount: new Set(declined.map(({ terminalId }) => terminalId)).size,
    },
    title:
      openedAtMs === undefined
        ? `Approvals down to ${percent(approved / attempts)} % over ${connectorId}`
        : `Approvals back to normal over ${connectorId}`,
    summary:
      openedAtMs === undefined
        ? `${approved} of ${attempts} attempts in ${windowMs / HOUR_MS} h; usually ${percent(baselineRate)} %. Declines: ${declined.length - technicalDeclines} by issuers, ${technicalDeclines} technical.`
        : `Open for ${describeDuration(atMs - openedAtMs)}.`,
  };
}
