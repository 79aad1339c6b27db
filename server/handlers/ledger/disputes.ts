import { formatInstant, formatMoney, parseMoney } from '../../../base/formats.ts';
import type { Transaction } from '../../../fixtures/model/stream-types.ts';
import type { CreateDisputeRequest, DisputeCase, DisputeSummary } from '../../../spec/index.ts';
import type { Handler } from '../../contract.ts';
import { type Fault, invalidBody, problem } from '../../problems/problem.ts';
import type { DisputeView } from '../../world/books/book-types.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import { DAY_MS } from '../../world/state/time.ts';
import { buildListReply, readPageRequest } from '../lists/paging.ts';
import { containsCardNumber } from '../provisioning/card-numbers.ts';

/** @see clause disputes.list, gap disputes.fields */
export const listDisputes: Handler<'listDisputes'> = (scope, { query }) => {
  const pageRequest = readPageRequest(scope, 'listDisputes', query);
  if ('problem' in pageRequest) return pageRequest;
  const { status, reason_code: reason, terminal_id: terminalId } = query;
  const matching = pageRequest.scope
    .disputes()
    .filter(({ state }) => status === undefined || state.status === status)
    .filter(({ dispute }) => reason === undefined || dispute.reasonCode === reason)
    .filter(({ dispute }) => terminalId === undefined || dispute.terminalId === terminalId);
  return buildListReply(pageRequest, matching, {
    present: (view) => presentDispute(view, pageRequest.scope),
    summary: summariseDisputes(matching),
  });
};

/**
 * Opens a dispute about a withdrawal. Returns 422 with each invalid member; 409 if the transaction is already in dispute.
 * @see clause disputes.create
 */
export const createDispute: Handler<'createDispute'> = (scope, { body }) => {
  const transaction = scope.transaction(body.transaction_id);
  const faults = listFaults(scope, body, transaction);
  if (transaction === undefined || faults.length > 0) return invalidBody(...faults);

  const unresolved = scope
    .disputes()
    .find(({ dispute, state }) => dispute.transactionId === transaction.transactionId && state.status !== 'resolved');
  if (unresolved !== undefined) {
    return problem(409, 'dispute_exists', {
      detail: 'The transaction already has an unresolved dispute.',
      dispute_id: unresolved.dispute.disputeId,
    });
  }

  const view = scope.openDispute({
    transaction,
    reasonCode: body.reason_code,
    amountCents: parseMoney(body.amount) ?? 0,
    network: body.network ?? null,
    networkCaseRef: body.network_case_ref ?? null,
    description: body.description ?? null,
    isNewAccount: body.is_new_account ?? false,
    assignToUserId: body.assign_to_user_id ?? null,
    isMagic: scope.hasMagicAmounts,
  });
  return {
    status: 201,
    body: presentDispute(view, scope),
    facts: [{ type: 'dispute-opened', atMs: scope.nowMs, userId: scope.user.userId, dispute: view.dispute }],
  };
};

function listFaults(scope: Scope, body: CreateDisputeRequest, transaction: Transaction | undefined): Fault[] {
  const faults: Fault[] = [];
  if (transaction === undefined) {
    faults.push({
      pointer: '/transaction_id',
      code: 'unknown_transaction',
      detail: 'Expected the id of a transaction in your scope.',
    });
  } else {
    faults.push(...listTransactionFaults(scope, body, transaction), ...listAmountFaults(body, transaction));
  }
  for (const member of ['description', 'network_case_ref', 'network'] as const) {
    if (containsCardNumber(body[member] ?? ''))
      faults.push({ pointer: `/${member}`, code: 'sensitive_data', detail: 'Expected text without card numbers.' });
  }
  if (body.assign_to_user_id != null && !scope.mayHandleDisputes(body.assign_to_user_id)) {
    faults.push({
      pointer: '/assign_to_user_id',
      code: 'unknown_user',
      detail: 'Expected the id of a user in your scope who may create disputes.',
    });
  }
  return faults;
}

/** Disputes can be opened until 120 days after the withdrawal, the card networks' limit. */
const WINDOW_DAYS = 120;

function listTransactionFaults(scope: Scope, body: CreateDisputeRequest, transaction: Transaction): Fault[] {
  const isCash = transaction.type === 'withdrawal' || transaction.type === 'cash_advance';
  const isApproved = transaction.response === '00' || transaction.response === '10';
  const isReversed = transaction.reversedAtMs !== undefined && transaction.reversedAtMs <= scope.nowMs;
  const pointer = '/transaction_id';
  if (!isCash || !isApproved)
    return [
      { pointer, code: 'transaction_not_disputable', detail: 'Expected an approved withdrawal or cash advance.' },
    ];
  if (isReversed && body.reason_code !== 'reversal_not_posted')
    return [
      {
        pointer,
        code: 'transaction_not_disputable',
        detail: 'The transaction was reversed; the only possible reason is reversal_not_posted.',
      },
    ];
  if (scope.nowMs - transaction.atMs > WINDOW_DAYS * DAY_MS)
    return [
      { pointer, code: 'dispute_window_closed', detail: `Expected a transaction at most ${WINDOW_DAYS} days old.` },
    ];
  return [];
}

function listAmountFaults(body: CreateDisputeRequest, transaction: Transaction): Fault[] {
  const amountCents = parseMoney(body.amount) ?? 0;
  const mostCents = transaction.amtReqCents + transaction.surReqCents;
  if (amountCents <= 0)
    return [{ pointer: '/amount', code: 'amount_not_positive', detail: 'Expected an amount above 0.00.' }];
  if (amountCents > mostCents)
    return [
      {
        pointer: '/amount',
        code: 'amount_exceeds_transaction',
        detail: `${formatMoney(mostCents)} is the maximum: the requested amount plus surcharge.`,
      },
    ];
  return [];
}

/** Presents a dispute. Includes the people who work on it only for roles that may see them. */
export function presentDispute({ dispute, state, adjustmentBatchId }: DisputeView, { rules }: Scope): DisputeCase {
  const { assignment, resolution } = state;
  const common = {
    dispute_id: dispute.disputeId,
    reason_code: dispute.reasonCode,
    network: dispute.network,
    network_reason_code: dispute.networkReasonCode,
    network_case_ref: dispute.networkCaseRef,
    transaction_id: dispute.transactionId,
    terminal_id: dispute.terminalId,
    account_id: dispute.accountId,
    amount: formatMoney(dispute.amountCents),
    currency: 'USD' as const,
    description: dispute.description,
    opened_at: formatInstant(dispute.openedAtMs),
    due_date: dispute.dueDate,
    is_overdue: state.isOverdue,
    assignment:
      assignment === null || rules.hidesDisputeStaff
        ? null
        : { user_id: assignment.userId, team: assignment.team, assigned_at: formatInstant(assignment.assignedAtMs) },
    evidence: state.evidence.map(({ kind, receivedAtMs, note }) => ({
      kind,
      received_at: formatInstant(receivedAtMs),
      note: rules.hidesDisputeStaff ? null : note,
    })),
    reg_e: {
      provisional_credit_by: dispute.regE.provisionalCreditBy,
      final_determination_by: dispute.regE.finalDeterminationBy,
    },
  };
  if (state.status !== 'resolved' || resolution === null)
    return { ...common, status: state.status === 'resolved' ? 'escalated' : state.status, resolution: null };

  const { reviewer } = resolution;
  return {
    ...common,
    status: 'resolved',
    resolution: {
      outcome: resolution.outcome,
      resolved_at: formatInstant(resolution.resolvedAtMs),
      adjusted_amount: formatMoney(resolution.adjustedCents),
      adjustment_batch_id: adjustmentBatchId,
      note: resolution.note,
    },
    reviewer: {
      user_id: rules.hidesDisputeStaff ? null : reviewer.userId,
      display_name: reviewer.displayName,
      reviewed_at: formatInstant(reviewer.reviewedAtMs),
    },
  };
}

function summariseDisputes(views: readonly DisputeView[]): DisputeSummary {
  const unresolved = views.filter(({ state }) => state.status !== 'resolved');
  return {
    open_count: unresolved.length,
    overdue_count: unresolved.filter(({ state }) => state.isOverdue).length,
    resolved_count: views.length - unresolved.length,
    open_amount: formatMoney(unresolved.reduce((total, { dispute }) => total + dispute.amountCents, 0)),
    currency: 'USD',
  };
}
