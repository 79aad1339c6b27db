import { formatInstant, formatLocalInstant, formatMoney } from '../../../base/formats.ts';
import type { Batch } from '../../../fixtures/model/settlements.ts';
import type {
  DeriveSettlementsRequest,
  SettlementBatch,
  SettlementDerivation,
  SettlementSummary,
} from '../../../spec/index.ts';
import type { Handler } from '../../contract.ts';
import { type Fault, invalidBody, type ProblemReply, problem } from '../../problems/problem.ts';
import type { BatchView, DerivationView, DeriveRequest } from '../../world/books/book-types.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import type { Fact } from '../../world/state/facts.ts';
import { buildListReply, readPageRequest } from '../lists/paging.ts';
import { containsCardNumber } from '../provisioning/card-numbers.ts';

/** @see clause settlements.list, gap settlements.fields */
export const listSettlements: Handler<'listSettlements'> = (scope, { query }) => {
  const pageRequest = readPageRequest(scope, 'listSettlements', query);
  if ('problem' in pageRequest) return pageRequest;
  const { status, from_business_date: from, to_business_date: to } = query;
  const matching = pageRequest.scope
    .batches()
    .filter(({ state }) => status === undefined || state.status === status)
    .filter(({ batch }) => from === undefined || batch.businessDate >= from)
    .filter(({ batch }) => to === undefined || batch.businessDate <= to);
  return buildListReply(pageRequest, matching, {
    present: (view) => presentBatch(view, pageRequest.scope),
    summary: summariseBatches(matching),
  });
};

/**
 * Derives the batch of one account, business date and funding type. Returns 201 for a new batch; 200 for a repeated
 * derivation, a dry run, or nothing to settle; 409 once a batch for that money is approved.
 * @see clause settlements.derive
 */
export const deriveSettlements: Handler<'deriveSettlements'> = (scope, { body }) => {
  const request = readRequest(scope, body);
  const faults = listFaults(scope, body, request);
  if (faults.length > 0) return invalidBody(...faults);
  if (body.dry_run === true)
    return {
      status: 200,
      body: presentDerivation(scope, request, { ...scope.derive(request), isDryRun: true, replaced: [] }),
    };

  const others = listOverlappingBatches(scope, request);
  const locked = others.find(({ state }) => !isOpen(state.status));
  if (locked !== undefined) return rejectLockedBatch(locked);

  const earlier = others.find(({ batch }) => batch.fundingType === request.fundingType)?.batch;
  const derived = scope.derive(
    earlier === undefined ? request : { ...request, batchId: earlier.batchId, revision: earlier.revision + 1 },
  );
  if (derived.memoFault !== undefined)
    return invalidBody({ pointer: '/memo', code: 'unknown_value', detail: derived.memoFault });
  if (derived.view === undefined)
    return { status: 200, body: presentDerivation(scope, request, { ...derived, isDryRun: false, replaced: [] }) };

  const replaced = others.map(({ batch }) => batch).filter(({ batchId }) => batchId !== earlier?.batchId);
  return {
    status: earlier === undefined ? 201 : 200,
    body: presentDerivation(scope, request, { ...derived, isDryRun: false, replaced }),
    facts: [...replaced.map((batch) => toReplacedFact(scope, batch)), toDerivedFact(scope, derived.view.batch)],
  };
};

function readRequest(scope: Scope, body: DeriveSettlementsRequest): DeriveRequest {
  return {
    accountId: body.account_id ?? scope.account.accountId,
    businessDate: body.business_date ?? scope.businessDates.lastClosed,
    fundingType: body.funding_type ?? 'combined',
    sameDay: body.same_day ?? false,
    includeAdjustments: body.include_adjustments ?? true,
    memo: body.memo ?? null,
    revision: 1,
    isMagic: scope.hasMagicAmounts,
    ...(body.terminal_ids == null ? {} : { terminalIds: new Set(body.terminal_ids) }),
  };
}

function listFaults(scope: Scope, body: DeriveSettlementsRequest, request: DeriveRequest): Fault[] {
  const faults: Fault[] = [];
  if (!scope.hasAccount(request.accountId))
    faults.push({
      pointer: '/account_id',
      code: 'unknown_account',
      detail: 'Expected the id of an account in your scope.',
    });

  const dateFault = scope.businessDates.findFault(request.businessDate);
  if (dateFault !== undefined)
    faults.push({ pointer: '/business_date', code: dateFault, detail: dateFaultDetails[dateFault](scope) });

  if (request.sameDay && !scope.businessDates.isSameDayOpen)
    faults.push({
      pointer: '/same_day',
      code: 'same_day_window_closed',
      detail: 'All same-day windows of today are closed.',
    });

  const unknown = (body.terminal_ids ?? []).findIndex((terminalId) => scope.terminal(terminalId) === undefined);
  if (unknown >= 0)
    faults.push({
      pointer: `/terminal_ids/${unknown}`,
      code: 'unknown_terminal',
      detail: 'Expected the id of a terminal in your scope.',
    });
  if (request.terminalIds !== undefined && body.dry_run !== true)
    faults.push({
      pointer: '/terminal_ids',
      code: 'partial_derive_not_allowed',
      detail: 'Deriving selected terminals requires dry_run: true.',
    });
  if (containsCardNumber(body.memo ?? ''))
    faults.push({ pointer: '/memo', code: 'sensitive_data', detail: 'Expected a text without card numbers.' });
  return faults;
}

const dateFaultDetails = {
  not_a_banking_day: ({ businessDates }: Scope) =>
    `Expected a banking day; not a weekend or a Federal Reserve holiday. The last closed one is ${businessDates.lastClosed}.`,
  business_date_open: ({ businessDates }: Scope) =>
    `Expected a business date whose cut-off is past. The last closed one is ${businessDates.lastClosed}.`,
  business_date_too_old: () => 'Expected a business date at most 35 days ago.',
};

/** Returns the active batches of the same account and date that pay some of the same money. */
function listOverlappingBatches(
  scope: Scope,
  { accountId, businessDate, fundingType }: DeriveRequest,
): readonly BatchView[] {
  return scope
    .batches()
    .filter(({ batch }) => batch.accountId === accountId && batch.businessDate === businessDate)
    .filter(({ state }) => state.status !== 'canceled' && state.status !== 'rejected')
    .filter(({ batch }) => doFundingTypesOverlap(batch.fundingType, fundingType));
}

/** `combined` pays everything; each other type pays only its own part. */
const doFundingTypesOverlap = (a: Batch['fundingType'], b: Batch['fundingType']): boolean =>
  a === b || a === 'combined' || b === 'combined';

const isOpen = (status: SettlementBatch['status']): boolean => status === 'derived' || status === 'held';

function rejectLockedBatch({ batch, state }: BatchView): ProblemReply<409> {
  return problem(409, 'settlement_locked', {
    detail: `The batch of ${batch.businessDate} is ${state.status}; only a derived or held batch can be derived again.`,
    batch_id: batch.batchId,
    batch_status: state.status,
  });
}

const toDerivedFact = ({ nowMs, user }: Scope, batch: Batch): Fact => ({
  type: 'settlement-derived',
  atMs: nowMs,
  userId: user.userId,
  batch,
});

/** The final state of a replaced batch. */
export const REPLACED = { status: 'canceled', reason: 'Replaced by a batch that pays the same money.' } as const;

const toReplacedFact = (scope: Scope, batch: Batch): Fact =>
  toDerivedFact(scope, { ...batch, ended: { ...REPLACED, atMs: scope.nowMs } });

interface DerivationResult extends DerivationView {
  readonly isDryRun: boolean;
  /** Batches that the new one replaces. */
  readonly replaced: readonly Batch[];
}

function presentDerivation(
  scope: Scope,
  { businessDate }: DeriveRequest,
  { derivation, view, isDryRun, replaced }: DerivationResult,
): SettlementDerivation {
  const { source, reconciliation, warnings } = derivation;
  const clock = (row: typeof source.first): string | null =>
    row === null ? null : formatLocalInstant(row.terminalClockMs, row.offsetMinutes);
  const batches = view === undefined ? [] : [presentBatch(view, scope)];
  return {
    object: 'settlement_derivation',
    dry_run: isDryRun,
    business_date: businessDate,
    batches: isDryRun ? batches.map((batch) => ({ ...batch, batch_id: null })) : batches,
    replaced_batch_ids: replaced.map(({ batchId }) => batchId),
    source: {
      transaction_count: source.transactionCount,
      first_terminal_datetime: clock(source.first),
      last_terminal_datetime: clock(source.last),
    },
    reconciliation: {
      ledger_cash: formatMoney(reconciliation.ledgerCashCents),
      host_totals_cash: formatMoney(reconciliation.hostTotalsCents),
      terminal_totals_cash: formatMoney(reconciliation.terminalTotalsCents),
      variance_amount: formatMoney(reconciliation.varianceCents),
      variance_terminal_ids: [...reconciliation.varianceTerminalIds],
    },
    warnings: warnings.map(({ code, detail }) => ({ code, detail })),
  };
}

/** Includes bank details only for roles that may see them. */
export function presentBatch({ batch, state, effectiveEntryDate }: BatchView, { rules }: Scope): SettlementBatch {
  const { breakdown, ach, timing, payoutAccount } = batch;
  const instant = (ms: number | null): string | null => (ms === null ? null : formatInstant(ms));
  const entryCount = batch.creditEntryCount + batch.debitEntryCount;
  return {
    batch_id: batch.batchId,
    account_id: batch.accountId,
    status: state.status,
    status_reason: state.statusReason,
    revision: batch.revision,
    business_date: batch.businessDate,
    funding_type: batch.fundingType,
    currency: 'USD',
    entry_count: entryCount,
    credit_entry_count: batch.creditEntryCount,
    debit_entry_count: batch.debitEntryCount,
    addenda_count: batch.addendaCount,
    entry_addenda_count: entryCount + batch.addendaCount,
    credit_total: formatMoney(batch.creditTotalCents),
    debit_total: formatMoney(batch.debitTotalCents),
    net_payout: formatMoney(batch.netPayoutCents),
    breakdown: {
      vault_cash: formatMoney(breakdown.vaultCashCents),
      surcharge: formatMoney(breakdown.surchargeCents),
      interchange: formatMoney(breakdown.interchangeCents),
      adjustments: formatMoney(breakdown.adjustmentsCents),
      fees: formatMoney(breakdown.feesCents),
    },
    ach: {
      sec_code: ach.secCode,
      service_class_code: ach.serviceClassCode,
      company_entry_description: ach.companyEntryDescription,
      ach_batch_number: state.achBatchNumber,
      same_day: ach.sameDayWindow !== null,
      same_day_window: ach.sameDayWindow,
    },
    returns: state.returns.map((entry) => ({
      trace_number: entry.traceNumber,
      return_code: entry.returnCode,
      return_text: entry.returnText,
      amount: formatMoney(entry.amountCents),
      entry_side: entry.entrySide,
      returned_at: formatInstant(entry.returnedAtMs),
      terminal_id: entry.terminalId,
    })),
    notifications_of_change: state.changeNotices.map((notice) => ({
      trace_number: notice.traceNumber,
      change_code: notice.changeCode,
      change_text: notice.changeText,
      received_at: formatInstant(notice.receivedAtMs),
      terminal_id: notice.terminalId,
    })),
    variance_amount: formatMoney(batch.reconciliation.varianceCents),
    timing: {
      cutoff_at: formatInstant(timing.cutoffAtMs),
      derived_at: formatInstant(timing.derivedAtMs),
      approved_at: instant(state.approvedAtMs),
      submitted_at: instant(state.submittedAtMs),
      effective_entry_date: effectiveEntryDate,
      settled_at: instant(state.settledAtMs),
      returned_at: instant(state.returnedAtMs),
    },
    payout_account:
      payoutAccount === null || !rules.privileges.has('view_payout_account')
        ? null
        : { bank_name: payoutAccount.bankName, account_type: payoutAccount.accountType, last4: payoutAccount.last4 },
  };
}

function summariseBatches(views: readonly BatchView[]): SettlementSummary {
  const sum = (of: (batch: Batch) => number): number => views.reduce((total, { batch }) => total + of(batch), 0);
  return {
    credit_total: formatMoney(sum(({ creditTotalCents }) => creditTotalCents)),
    debit_total: formatMoney(sum(({ debitTotalCents }) => debitTotalCents)),
    net_payout: formatMoney(sum(({ netPayoutCents }) => netPayoutCents)),
    entry_count: sum(({ creditEntryCount, debitEntryCount }) => creditEntryCount + debitEntryCount),
    currency: 'USD',
  };
}
