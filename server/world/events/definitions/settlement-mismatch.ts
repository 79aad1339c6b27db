import { formatMoney } from '../../../../base/formats.ts';
import { type Cause, type CauseOf, filterCauses } from '../../../../fixtures/model/causes.ts';
import { readCutoff } from '../../../../fixtures/model/plan.ts';
import { type Batch, type BatchStatus, getBatchStatus } from '../../../../fixtures/model/settlements.ts';
import { findPayee } from '../../../../fixtures/settlements/payees.ts';
import { DERIVED_AFTER_CUTOFF_MS } from '../../../../fixtures/settlements/settlement-timing.ts';
import { DAY_MS, findBusinessDate, getCutoffInstant } from '../../../../fixtures/time/calendar.ts';
import { MINUTE_MS } from '../../../../fixtures/time/dates.ts';
import type { TriggerParameters } from '../../../../spec/trigger-parameters.ts';
import { getBusinessDates } from '../../books/business-dates.ts';
import type { MismatchPolicy } from '../../rules/evaluation/default-policy.ts';
import { ceilToMinute, getNextMinute } from '../../rules/evaluation/minutes.ts';
import { describeDuration } from '../../rules/evaluation/wording.ts';
import {
  type Incident,
  type IncidentChange,
  type IncidentCourse,
  type IncidentSubject,
  makeIncident,
  type Severity,
} from '../../rules/incident.ts';
import type { EvaluatedSpan } from '../../rules/input/streams.ts';
import { sandboxMs } from '../../state/time.ts';
import {
  createCauseBase,
  createTriggerPlan,
  findTargetTerminal,
  isAccountVisible,
  type Setting,
  type TriggerOutcome,
} from '../planning/definition.ts';
import { createObstacle, isObstacles } from '../planning/obstacle.ts';
import type { BatchEvaluation, IncidentDefinition } from './event-definition.ts';

/**
 * The totals of a settlement batch differ: from its derivation until it is derived again without a difference or
 * accepted by a user; or because entries are returned.
 * @see gap events.conditions
 */
export const settlementMismatch: IncidentDefinition<'settlement_mismatch'> = {
  kind: 'incident',
  rule: { evaluateBatch: findMismatches },
  trigger: {
    about: 'terminal',
    usualMinutes: 24 * 60,
    provoke: changeTotals,
    resolve: correctTotals,
    ends: ({ accountId, moments }, { causes }) =>
      causes.some(
        (cause) =>
          cause.type === 'terminal_totals_off' &&
          cause.accountId === accountId &&
          cause.businessDate === moments.at(-1)?.data.businessDate,
      ),
  },
};

function findMismatches({ seed, revisions, span, policy: policies }: BatchEvaluation): readonly Incident[] {
  const policy = policies.settlementMismatch;
  const known = revisions.filter(({ timing }) => getNextMinute(timing.derivedAtMs) <= span.toMs);
  const last = known.at(-1);
  if (last === undefined) return [];
  const courses = [findVarianceCourse(known, span, policy), findReturnCourse(last, span, policy)];
  const { batchId, accountId } = last;
  const subject: IncidentSubject = {
    seed,
    type: 'settlement_mismatch',
    dedupeKey: `settlement_mismatch:${batchId}`,
    accountId,
    terminalId: null,
  };
  return courses
    .flatMap((course) => (course === undefined ? [] : makeIncident(subject, course)))
    .filter(({ resolvedAtMs }) => resolvedAtMs === null || resolvedAtMs >= span.fromMs);
}

/**
 * Returns the course from the first derivation with a variance to its end. Each turn is in a later minute than the one
 * before.
 */
function findVarianceCourse(
  batches: readonly Batch[],
  { toMs }: EvaluatedSpan,
  policy: MismatchPolicy,
): IncidentCourse | undefined {
  const first = batches.findIndex(({ reconciliation }) => reconciliation.varianceCents !== 0);
  const found = batches[first];
  if (found === undefined) return undefined;
  const openedAtMs = getNextMinute(found.timing.derivedAtMs);
  const opening = makeVarianceTurn(found, openedAtMs, policy);
  const escalations: IncidentChange[] = [];
  let severity = opening.severity;
  for (const batch of batches.slice(first)) {
    const atMs =
      batch === found ? openedAtMs : Math.max(getNextMinute(batch.timing.derivedAtMs), openedAtMs + MINUTE_MS);
    const turn = makeVarianceTurn(batch, atMs, policy);
    if (batch.reconciliation.varianceCents === 0) {
      return {
        opening,
        escalations,
        end: { ...turn, severity, ...describeEnd(openedAtMs, atMs), resolution: 'recovered' },
      };
    }
    if (turn.severity !== severity && turn.severity === 'high') {
      severity = turn.severity;
      escalations.push(turn);
    }
    const acceptedMs = findAcceptedMs(batch, openedAtMs);
    if (acceptedMs !== undefined && acceptedMs <= toMs) {
      const accepted = {
        ...makeVarianceTurn(batch, acceptedMs, policy),
        severity,
        ...describeEnd(openedAtMs, acceptedMs),
      };
      return { opening, escalations, end: { ...accepted, resolution: 'acknowledged' } };
    }
  }
  return { opening, escalations, end: null };
}

/** Returns when a user released the batch despite its variance, or cancelled it. */
function findAcceptedMs({ timing, ended }: Batch, openedAtMs: number): number | undefined {
  const atMs = ended?.atMs ?? timing.approvedAtMs; // a held batch has no release, unless a user makes it
  return atMs === null || atMs === undefined ? undefined : Math.max(getNextMinute(atMs), openedAtMs + MINUTE_MS);
}

function makeVarianceTurn(batch: Batch, atMs: number, policy: MismatchPolicy): IncidentChange {
  const { ledgerCashCents, hostTotalsCents, terminalTotalsCents, varianceCents, varianceTerminalIds } =
    batch.reconciliation;
  const entryCount = batch.creditEntryCount + batch.debitEntryCount;
  return {
    atMs,
    severity: toSeverity(varianceCents, ledgerCashCents, policy),
    data: {
      ...makeKeys(batch, getBatchStatus(batch, atMs)),
      ledgerAmount: ledgerCashCents,
      hostTotalsAmount: hostTotalsCents,
      terminalTotalsAmount: terminalTotalsCents,
      varianceAmount: varianceCents,
      expectedEntryCount: entryCount,
      actualEntryCount: entryCount,
      varianceTerminalIds,
      basis: 'derive',
    },
    title: `Settlement of ${batch.businessDate} differs by ${formatMoney(varianceCents)}`,
    summary: `Terminal totals ${formatMoney(terminalTotalsCents)}, ledger ${formatMoney(ledgerCashCents)}, at ${varianceTerminalIds.join(', ')}.`,
  };
}

/** Returns the course of returned entries: from the first returned entry until the incident ends. */
function findReturnCourse(batch: Batch, { toMs }: EvaluatedSpan, policy: MismatchPolicy): IncidentCourse | undefined {
  const arrivals = [...new Set(batch.returns.map(({ returnedAtMs }) => ceilToMinute(returnedAtMs)))].filter(
    (atMs) => atMs <= toMs,
  );
  const [opening, ...later] = arrivals.map((atMs) => makeReturnTurn(batch, atMs, policy));
  if (opening === undefined) return undefined;
  const escalations = later.filter(
    ({ severity }, index) => severity === 'high' && later[index - 1]?.severity !== 'high',
  );
  const lapsesMs = opening.atMs + policy.returnLapsesDays * DAY_MS;
  if (lapsesMs > toMs) return { opening, escalations, end: null };
  const end = { ...makeReturnTurn(batch, lapsesMs, policy), ...describeEnd(opening.atMs, lapsesMs) };
  return { opening, escalations, end: { ...end, resolution: 'auto_closed' } };
}

function makeReturnTurn(batch: Batch, atMs: number, policy: MismatchPolicy): IncidentChange {
  const returns = batch.returns.filter(({ returnedAtMs }) => ceilToMinute(returnedAtMs) <= atMs);
  const lostCents = returns.reduce(
    (sum, { amountCents, entrySide }) => sum + (entrySide === 'credit' ? amountCents : -amountCents),
    0,
  );
  const entryCount = batch.creditEntryCount + batch.debitEntryCount;
  const codes = [...new Set(returns.map(({ returnCode, returnText }) => `${returnCode} ${returnText}`))];
  return {
    atMs,
    severity: toSeverity(lostCents, batch.netPayoutCents, policy),
    data: {
      ...makeKeys(batch, getBatchStatus(batch, atMs)),
      ledgerAmount: batch.netPayoutCents,
      hostTotalsAmount: batch.netPayoutCents - lostCents,
      terminalTotalsAmount: null,
      varianceAmount: -lostCents,
      expectedEntryCount: entryCount,
      actualEntryCount: entryCount - returns.length,
      varianceTerminalIds: [...new Set(returns.flatMap(({ terminalId }) => terminalId ?? []))],
      basis: 'return',
    },
    title: `Settlement of ${batch.businessDate}: ${returns.length} of ${entryCount} entries returned`,
    summary: `${formatMoney(Math.abs(lostCents))} USD returned: ${codes.join(', ')}.`,
  };
}

const makeKeys = ({ batchId, businessDate }: Batch, status: BatchStatus) => ({ batchId, businessDate, status });

/** @see gap events.severity */
function toSeverity(varianceCents: number, ledgerCents: number, { highCents, highShare }: MismatchPolicy): Severity {
  const size = Math.abs(varianceCents);
  return size > highCents || size > highShare * Math.abs(ledgerCents) ? 'high' : 'medium';
}

const describeEnd = (openedAtMs: number, atMs: number): Pick<IncidentChange, 'title' | 'summary'> => ({
  title: 'Settlement mismatch',
  summary: `Open for ${describeDuration(atMs - openedAtMs)}.`,
});

/** Makes a terminal's own totals of a business date differ from the ledger, so that its batch is held when derived. */
function changeTotals(
  setting: Setting,
  { variance_cents: cents, business_date: wantedDate }: TriggerParameters<'settlement_mismatch'>,
): TriggerOutcome {
  if (cents === 0)
    return createObstacle('/parameters/variance_cents', 'invalid_value', 'Expected a number other than 0.');
  const terminal = findTargetTerminal(setting);
  if (isObstacles(terminal)) return terminal;
  const { tenant } = setting.triggerContext;
  const { nowMs } = setting;
  const accountId = findPayee(terminal.fixture, 'vaultCash');
  if (!isAccountVisible(setting.triggerContext, accountId))
    return createObstacle(
      '/terminal_id',
      'unknown_target',
      'Expected a terminal whose cash is paid to an account that you can see.',
    );
  const businessDate = wantedDate ?? findNextDerivedDate(setting, accountId);
  const cause: Cause = {
    ...createCauseBase(setting, terminal),
    type: 'terminal_totals_off',
    accountId,
    businessDate,
    cents,
  };
  const cutoffMs = getCutoffInstant(readCutoff(tenant), businessDate);
  if (isReleased(setting, accountId, businessDate))
    return createObstacle(
      '/parameters/business_date',
      'invalid_value',
      'Expected a date whose batch is not released yet.',
    );
  if (isByHand(setting, businessDate)) return planDerivation(setting, cause, cutoffMs);
  const derivedMs = cutoffMs + DERIVED_AFTER_CUTOFF_MS + MINUTE_MS;
  if (derivedMs - MINUTE_MS <= nowMs)
    return createObstacle(
      '/parameters/business_date',
      'invalid_value',
      'Expected a date whose batch is not derived yet.',
    );
  return createTriggerPlan(setting, [cause], derivedMs);
}

/** Corrects the totals. A user must derive the batch again. */
function correctTotals(setting: Setting): TriggerOutcome {
  const terminal = findTargetTerminal(setting);
  if (isObstacles(terminal)) return terminal;
  const off = filterCauses(terminal.source.causes ?? [], 'terminal_totals_off').at(-1);
  if (off === undefined || off.cents === 0)
    return createObstacle('/terminal_id', 'nothing_to_resolve', 'Expected a terminal with injected wrong totals.');
  if (isReleased(setting, off.accountId, off.businessDate))
    return createObstacle('/terminal_id', 'nothing_to_resolve', `The batch of ${off.businessDate} is released.`);
  const cause: Cause = { ...off, ...createCauseBase(setting, terminal), cents: 0 };
  return planDerivation(setting, cause, getCutoffInstant(readCutoff(setting.triggerContext.tenant), off.businessDate));
}

function planDerivation(setting: Setting, cause: CauseOf<'terminal_totals_off'>, cutoffMs: number): TriggerOutcome {
  const { accountId, businessDate } = cause;
  const plan = createTriggerPlan(setting, [cause], Math.max(setting.nowMs, cutoffMs));
  return { ...plan, followUp: { operationId: 'deriveSettlements', accountId, businessDate } };
}

/** Whether a batch with that cash can no longer be derived again. */
function isReleased({ triggerContext }: Setting, accountId: string, businessDate: string): boolean {
  return triggerContext
    .batches()
    .some(
      ({ batch, state }) =>
        batch.accountId === accountId &&
        batch.businessDate === businessDate &&
        !['derived', 'held', 'canceled', 'rejected'].includes(state.status),
    );
}

function isByHand({ triggerContext }: Setting, businessDate: string): boolean {
  const { byHandFrom } = triggerContext.tenant.settlement;
  return byHandFrom !== null && businessDate >= byHandFrom;
}

/** Returns the business date that is open now or, where users derive batches, the latest derivable one. */
function findNextDerivedDate(setting: Setting, accountId: string): string {
  const { tenant } = setting.triggerContext;
  const { lastClosed } = getBusinessDates(tenant, sandboxMs(setting.nowMs));
  const isLeft = isByHand(setting, lastClosed) && !isReleased(setting, accountId, lastClosed);
  return isLeft ? lastClosed : findBusinessDate(readCutoff(tenant), setting.nowMs);
}
