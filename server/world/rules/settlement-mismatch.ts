import { type Batch, type BatchStatus, statusAt } from '../../../fixtures/settlements/settlements.ts';
import { DAY_MS } from '../../../fixtures/time/calendar.ts';
import { MINUTE_MS } from '../../../fixtures/time/dates.ts';
import { formatMoney } from '../../../spec/formats.ts';
import type { MismatchPolicy } from './evaluation/default-policy.ts';
import {
  type Incident,
  type IncidentChange,
  type IncidentCourse,
  type IncidentSubject,
  makeIncident,
  type Severity,
} from './evaluation/incident.ts';
import { minuteAfter, minuteFrom } from './evaluation/minutes.ts';
import { describeDuration } from './evaluation/wording.ts';
import type { EvaluatedSpan } from './input/streams.ts';

/**
 * The totals of a settlement batch differ: from its derivation until it is derived again without a difference or
 * accepted by a user; or because entries are returned. `batches` are all revisions of one batch, oldest first.
 * @see gap events.conditions
 */
export function settlementMismatches(
  seed: number,
  batches: readonly Batch[],
  span: EvaluatedSpan,
  policy: MismatchPolicy,
): readonly Incident[] {
  const known = batches.filter(({ timing }) => minuteAfter(timing.derivedAtMs) <= span.toMs);
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
  const openedAtMs = minuteAfter(found.timing.derivedAtMs);
  const opening = makeVarianceTurn(found, openedAtMs, policy);
  const escalations: IncidentChange[] = [];
  let severity = opening.severity;
  for (const batch of batches.slice(first)) {
    const atMs = batch === found ? openedAtMs : Math.max(minuteAfter(batch.timing.derivedAtMs), openedAtMs + MINUTE_MS);
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
function findAcceptedMs({ hold, timing, ended }: Batch, openedAtMs: number): number | undefined {
  const atMs = ended?.atMs ?? (hold === null ? timing.approvedAtMs : null);
  return atMs === null || atMs === undefined ? undefined : Math.max(minuteAfter(atMs), openedAtMs + MINUTE_MS);
}

function makeVarianceTurn(batch: Batch, atMs: number, policy: MismatchPolicy): IncidentChange {
  const { ledgerCashCents, hostTotalsCents, terminalTotalsCents, varianceCents, varianceTerminalIds } =
    batch.reconciliation;
  const entryCount = batch.creditEntryCount + batch.debitEntryCount;
  return {
    atMs,
    severity: toSeverity(varianceCents, ledgerCashCents, policy),
    data: {
      ...makeKeys(batch, statusAt(batch, atMs)),
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
  const arrivals = [...new Set(batch.returns.map(({ returnedAtMs }) => minuteFrom(returnedAtMs)))].filter(
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
  const returns = batch.returns.filter(({ returnedAtMs }) => minuteFrom(returnedAtMs) <= atMs);
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
      ...makeKeys(batch, statusAt(batch, atMs)),
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
