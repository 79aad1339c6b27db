import { completeStep, runUnsliced } from '../../../../base/slices.ts';
import type { ConnectorFixture } from '../../../../fixtures/model/model.ts';
import { getAccount } from '../../../../fixtures/settlements/payees.ts';
import { HOUR_MS } from '../../../../fixtures/time/calendar.ts';
import { MINUTE_MS } from '../../../../fixtures/time/dates.ts';
import type { TriggerParameters } from '../../../../spec/trigger-parameters.ts';
import type { ApprovalDropPolicy, BaselinePolicy, Policy } from '../../rules/evaluation/default-policy.ts';
import { listAccountQuietSpans } from '../../rules/evaluation/maintenance.ts';
import { type EventDescription, evaluateRule } from '../../rules/evaluation/minute-rule.ts';
import { ceilToMinute } from '../../rules/evaluation/minutes.ts';
import { describeDuration } from '../../rules/evaluation/wording.ts';
import type { Incident } from '../../rules/incident.ts';
import { listTerminalsOver, readAttemptsOver } from '../../rules/input/account-attempts.ts';
import { readAccountRows } from '../../rules/input/account-rows.ts';
import { isDeclined, isTechnicalDecline } from '../../rules/input/attempt-outcome.ts';
import { type AttemptLog, computeRate, HourCounts, listHourStarts } from '../../rules/input/attempts.ts';
import { type AccountStreams, type EvaluatedSpan, lookBackFrom } from '../../rules/input/streams.ts';
import { countByCode } from '../../rules/input/top-responses.ts';
import type { Terminal } from '../../state/tenant.ts';
import { countApproved, listRequests, series } from '../planning/attempt-series.ts';
import { createTriggerPlan, readPolicy, type Setting, type TriggerOutcome } from '../planning/definition.ts';
import { createObstacle, isObstacles, type Obstacle } from '../planning/obstacle.ts';
import { makeFirstCardNumber, rehearse } from '../planning/rehearsal.ts';
import type { AccountEvaluation, IncidentDefinition } from './event-definition.ts';

/**
 * An account's terminals have fewer approvals over a host than usual for those hours of the week.
 * @see gap events.conditions
 */
export const approvalRateDrop: IncidentDefinition<'approval_rate_drop'> = {
  kind: 'incident',
  rule: { prepareAccount: countUsualAttempts, evaluateAccount: findDrops },
  trigger: {
    about: 'account',
    alsoTakes: ['connectorId'],
    usualMinutes: 6 * 60,
    provoke: declineOverHost,
    resolve: waitForApprovals,
    ends: ({ accountId }, { target, triggerContext }) =>
      accountId ===
      (target.accountId ??
        triggerContext.terminals.find(({ terminalId }) => terminalId === target.terminalId)?.fixture.accountId),
  },
};

type DropPolicy = ApprovalDropPolicy & { readonly baseline: BaselinePolicy };

const readDropPolicy = ({ approvalRateDrop: policy, baseline }: Policy): DropPolicy => ({ ...policy, baseline });

function findDrops(evaluation: AccountEvaluation): readonly Incident[] {
  return listHosts(evaluation).flatMap(({ connectorId }) => findDropsOver(connectorId, evaluation));
}

const listHosts = ({ account }: AccountEvaluation): readonly ConnectorFixture[] =>
  account.tenant.connectors.filter(({ connectorType }) => connectorType === 'processor_host');

/** The cached counts of the attempts of an account over one host. */
interface UsualAttempts {
  /** Counts of whole days, which never change. */
  readonly hours: HourCounts;
  /** The input of the next part; undefined after its evaluation. */
  prepared: PreparedPart | undefined;
}

interface PreparedPart {
  readonly span: EvaluatedSpan;
  readonly log: AttemptLog;
  /** Instants whose usual rate the part reads, one for each hour. */
  readonly hoursMs: readonly number[];
}

const usualAttempts = new WeakMap<AccountStreams, Map<string, UsualAttempts>>();

function getUsualAttempts(account: AccountStreams, connectorId: string): UsualAttempts {
  const byHost = usualAttempts.get(account) ?? new Map<string, UsualAttempts>();
  usualAttempts.set(account, byHost);
  const known = byHost.get(connectorId);
  if (known !== undefined) return known;
  const { timezone } = getAccount(account.tenant, account.accountId);
  const readers = listTerminalsOver(account, connectorId).map(
    (terminal) => (fromMs: number, toMs: number) => readAccountRows(account, terminal, { fromMs, toMs: toMs - 1 }),
  );
  const usual: UsualAttempts = { hours: new HourCounts(timezone, readers), prepared: undefined };
  byHost.set(connectorId, usual);
  return usual;
}

/** Counts the usual attempts of the window of each minute with a low rate. */
function countUsualAttempts(evaluation: AccountEvaluation): void {
  const { account, policy } = evaluation;
  for (const { connectorId } of listHosts(evaluation)) {
    const usual = getUsualAttempts(account, connectorId);
    const span = toAttemptSpan(evaluation);
    if (!isSameSpan(usual.prepared?.span, span)) {
      const log = runUnsliced(() => readAttemptsOver(account, connectorId, span));
      usual.prepared = { span, log, hoursMs: listLowHours(log, readDropPolicy(policy)) };
      completeStep();
    }
    for (const atMs of usual.prepared?.hoursMs ?? []) usual.hours.inWeeksBefore(atMs, policy.baseline.weeks);
  }
}

const floorToHour = (ms: number): number => Math.floor(ms / HOUR_MS) * HOUR_MS;

const isSameSpan = (one: EvaluatedSpan | undefined, other: EvaluatedSpan): boolean =>
  one?.fromMs === other.fromMs && one.toMs === other.toMs;

/** Returns the attempts that a part needs. A window that starts before it may contain attempts of an earlier window. */
function toAttemptSpan({ part, policy }: AccountEvaluation): EvaluatedSpan {
  const windowMs = policy.approvalRateDrop.windowHours * HOUR_MS;
  return { fromMs: lookBackFrom(part, windowMs) - windowMs - HOUR_MS, toMs: part.toMs };
}

/** Returns the hours of the windows that end with an attempt and have a low rate. */
function listLowHours(log: AttemptLog, policy: DropPolicy): readonly number[] {
  const windowMs = policy.windowHours * HOUR_MS;
  const hoursMs = new Set<number>();
  let from = 0;
  for (let index = 0; index < log.length; index += 1) {
    const atMs = log.atMs(index);
    while (log.atMs(from) <= atMs - windowMs) from += 1;
    const attempts = index + 1 - from;
    const isLow = log.declinesBetween(from, index + 1) > (1 - policy.triggerRateBelow) * attempts;
    if (!isLow || attempts < policy.leastAttempts) continue;
    for (let hour = 0; hour < policy.windowHours; hour += 1)
      hoursMs.add(floorToHour(ceilToMinute(atMs) - hour * HOUR_MS));
  }
  return [...hoursMs];
}

/** Returns the prepared attempts, which are used once, or reads them. */
function takeAttempts(connectorId: string, evaluation: AccountEvaluation): AttemptLog {
  const usual = getUsualAttempts(evaluation.account, connectorId);
  const { prepared } = usual;
  usual.prepared = undefined;
  const span = toAttemptSpan(evaluation);
  return prepared !== undefined && isSameSpan(prepared.span, span)
    ? prepared.log
    : readAttemptsOver(evaluation.account, connectorId, span);
}

function findDropsOver(connectorId: string, evaluation: AccountEvaluation): readonly Incident[] {
  const { account, part } = evaluation;
  const policy = readDropPolicy(evaluation.policy);
  const { seed, tenant, accountId } = account;
  const terminals = listTerminalsOver(account, connectorId);
  if (terminals.length === 0) return [];
  const { timezone } = getAccount(tenant, accountId);
  const windowMs = policy.windowHours * HOUR_MS;
  const log = takeAttempts(connectorId, evaluation);
  const usual = new Usual(getUsualAttempts(account, connectorId).hours, policy);
  const windowAt = (atMs: number): Window => ({ from: log.after(atMs - windowMs), to: log.after(atMs) });

  /** Whether the hourly check at that minute finds an approximately usual rate. A check without attempts does not. */
  const isGood = (atMs: number): boolean => {
    const window = windowAt(atMs);
    return window.to > window.from && getApproval(log, window) >= usual.approvalAt(atMs) - policy.clearBelowBaseline;
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
      quiet: listAccountQuietSpans(tenant),
      // An open incident changes only at whole hours.
      marks: selectLow(log, policy, listMarks(log, policy, { zone: timezone, toMs: part.toMs })),
      marksWhileOpen: (openedAtMs) => listChecks(Math.max(openedAtMs, part.afterMs), part.toMs),
      triggeredAs(atMs) {
        const window = windowAt(atMs);
        if (!isLowWindow(log, policy, window)) return undefined;
        return getApproval(log, window) <= usual.approvalAt(atMs) - policy.triggerBelowBaseline ? 'high' : undefined;
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
  readonly #hours: HourCounts;
  readonly #policy: DropPolicy;

  constructor(hours: HourCounts, policy: DropPolicy) {
    this.#policy = policy;
    this.#hours = hours;
  }

  approvalAt(atMs: number): number {
    const { weeks, leastAttempts, fleetDeclineRate } = this.#policy.baseline;
    let attempts = 0;
    let declines = 0;
    for (let hour = 0; hour < this.#policy.windowHours; hour += 1) {
      const counts = this.#hours.inWeeksBefore(atMs - hour * HOUR_MS, weeks);
      attempts += counts.attempts;
      declines += counts.declines;
    }
    return 1 - (attempts < leastAttempts ? fleetDeclineRate : declines / attempts);
  }
}

/** Returns those of the minutes whose window is low. Large accounts have several attempts in each minute. */
function selectLow(log: AttemptLog, policy: DropPolicy, marks: readonly number[]): readonly number[] {
  const windowMs = policy.windowHours * HOUR_MS;
  const low: number[] = [];
  let from = 0;
  let to = 0;
  for (const atMs of Float64Array.from(new Set(marks)).sort()) {
    while (log.atMs(to) <= atMs) to += 1;
    while (log.atMs(from) <= atMs - windowMs) from += 1;
    if (isLowWindow(log, policy, { from, to })) low.push(atMs);
  }
  return low;
}

const getApproval = (log: AttemptLog, { from, to }: Window): number => 1 - log.declinesBetween(from, to) / (to - from);

const isLowWindow = (log: AttemptLog, policy: DropPolicy, window: Window): boolean =>
  window.to - window.from >= policy.leastAttempts && getApproval(log, window) < policy.triggerRateBelow;

/** Returns the minutes at which a possibly low window gains or loses an attempt, or the hour of the week changes. */
function listMarks(
  log: AttemptLog,
  policy: DropPolicy,
  { zone, toMs }: { readonly zone: string; readonly toMs: number },
): readonly number[] {
  const windowMs = policy.windowHours * HOUR_MS;
  const least = Math.floor((1 - policy.triggerRateBelow) * policy.leastAttempts);
  const marks: number[] = [];
  let leaving = 0;
  let from = 0;
  for (let index = 0; index < log.length; index += 1) {
    const atMs = log.atMs(index);
    while (log.atMs(from) <= atMs - windowMs) from += 1;
    if (log.declinesBetween(from, index + 1) < least || index + 1 - from < policy.leastAttempts) continue;
    const untilMs = Math.min(log.atMs(index + 1), atMs + windowMs, toMs) + MINUTE_MS;
    marks.push(ceilToMinute(atMs), ...listHourStarts(zone, atMs, untilMs));
    // Each attempt leaves only once, even if it was in many windows.
    for (leaving = Math.max(leaving, from); leaving <= index; leaving += 1) {
      const leaveMs = ceilToMinute(log.atMs(leaving) + windowMs);
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

const MOST_TERMINALS = 16;
/** A terminal serves one customer after another. */
const MOST_EACH = 60;
/** Within half an hour. */
const SPREAD_SECONDS = 1800;
/** Margin below the required rate, because more attempts arrive in the meantime. */
const CLEARLY = 0.05;
/** The window, two checks, and the attempts still to come. */
const PASSES_AFTER_MS = 7 * HOUR_MS;

/** Fails attempts over one host at many terminals of one account, a few at each. */
function declineOverHost(
  setting: Setting,
  { declines, response }: TriggerParameters<'approval_rate_drop'>,
): TriggerOutcome {
  const found = findTerminalsOfHost(setting);
  if (isObstacles(found)) return found;
  const { terminals, accountId } = found;
  const { nowMs } = setting;
  const policy = readDropPolicy(readPolicy(setting));
  const { windowHours, leastAttempts, triggerBelowBaseline, triggerRateBelow } = policy;
  const { timezone } = getAccount(setting.triggerContext.tenant, accountId);
  const hours = new HourCounts(
    timezone,
    terminals.map(
      ({ ledger }) =>
        (fromMs, toMs) =>
          ledger.transactionsBetween(fromMs, toMs),
    ),
  );
  const usual = new Usual(hours, policy).approvalAt(nowMs + HOUR_MS / 2);
  const wanted = Math.min(triggerRateBelow, usual - triggerBelowBaseline) - CLEARLY;
  if (wanted < 0)
    return createObstacle(
      '/account_id',
      'cannot_serve',
      `Only ${Math.round(100 * usual)} % are usually approved, so the rate cannot drop far enough.`,
    );
  // Attempts that are already in the window or will be by then.
  const rows = terminals.flatMap((terminal) =>
    listRequests(terminal, nowMs - windowHours * HOUR_MS, nowMs + HOUR_MS / 2),
  );
  const enough = Math.max(leastAttempts, Math.ceil(countApproved(rows) / wanted - rows.length));
  return spreadDeclines(setting, terminals.slice(0, MOST_TERMINALS), { declines: declines ?? enough, response });
}

/** Rehearses exactly that many declines, spread over the terminals that can serve them: at least half of those given. */
function spreadDeclines(
  setting: Setting,
  terminals: readonly Terminal[],
  wanted: { readonly declines: number; readonly response: string },
): TriggerOutcome {
  const { declines, response } = wanted;
  const places = terminals.slice(0, declines);
  if (declines > MOST_EACH * places.length)
    return createObstacle(
      '/account_id',
      'cannot_serve',
      `${declines} declines are necessary, but ${places.length} terminals can serve at most ${MOST_EACH * places.length}.`,
    );
  const cards = makeFirstCardNumber(setting);
  const rehearsed = places.map((terminal, place) => {
    const first = Math.floor((place * declines) / places.length);
    const each = Math.floor(((place + 1) * declines) / places.length) - first;
    return rehearse(setting, terminal, {
      firstCard: cards + 100 * place,
      wanted: series(each, SPREAD_SECONDS / each, (index) => ({ card: (first + index) % 100, response })),
    });
  });
  const done = rehearsed.flatMap((one) => (isObstacles(one) ? [] : [one]));
  const obstacle = rehearsed.find((one) => isObstacles(one));
  if (obstacle === undefined)
    return createTriggerPlan(
      setting,
      done.map(({ cause }) => cause),
      Math.max(...done.map(({ lastMs }) => lastMs)),
    );
  if (done.length * 2 < places.length) return obstacle;
  const able = new Set(done.map(({ cause }) => cause.terminalId));
  return spreadDeclines(
    setting,
    places.filter(({ terminalId }) => able.has(terminalId)),
    wanted,
  );
}

/** The incident ends as the declines leave the window and two hourly checks pass. */
function waitForApprovals(): TriggerOutcome {
  return { causes: [], afterMs: PASSES_AFTER_MS, followUp: null };
}

/**
 * Returns the account's working terminals that use one host: that of the target's connector or terminal, or the most
 * used one.
 */
function findTerminalsOfHost({
  triggerContext,
  target,
}: Setting): { readonly accountId: string; readonly terminals: readonly Terminal[] } | readonly Obstacle[] {
  const one = triggerContext.terminals.find(({ terminalId }) => terminalId === target.terminalId);
  if (target.terminalId !== undefined && one === undefined)
    return createObstacle('/terminal_id', 'unknown_target', 'Expected the id of a terminal that you can see.');
  const accountId = target.accountId ?? one?.fixture.accountId;
  if (accountId === undefined)
    return createObstacle(
      '/account_id',
      'missing_target',
      'Expected the id of an account, or of one of its terminals.',
    );
  const own = triggerContext.terminals.filter(
    ({ fixture }) => fixture.accountId === accountId && fixture.status === 'active',
  );
  const hosts = new Set(
    triggerContext.connectors
      .filter(({ fixture }) => fixture.connectorType === 'processor_host')
      .map(({ fixture }) => fixture.connectorId),
  );
  const getHost = ({ fixture }: Terminal): string | undefined => fixture.comms.connectorIds.find((id) => hosts.has(id));
  const wanted = target.connectorId ?? (one === undefined ? undefined : getHost(one));
  const byHost = [...Map.groupBy(own, getHost)].filter(
    ([host]) => host !== undefined && (wanted === undefined || host === wanted),
  );
  const terminals = byHost.sort(([, a], [, b]) => b.length - a.length)[0]?.[1];
  if (terminals !== undefined) return { accountId, terminals };
  return createObstacle(
    '/account_id',
    'unknown_target',
    'Expected an account with working terminals that you can see.',
  );
}
