import { formatInstant, formatLocalInstant, formatMoney } from '../../../base/formats.ts';
import type { TimelineStep as RecordedStep } from '../../../fixtures/cash/timeline.ts';
import type { TimelineStep, TransactionRow, TransactionSummary } from '../../../spec/index.ts';
import { responseTexts } from '../../../spec/response-texts.ts';
import type { Handler, Input } from '../../contract.ts';
import { notFound } from '../../problems/problem.ts';
import type { LedgerTotals, ListedRow, RowOrder } from '../../world/books/rows/ledger-types.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import type { Terminal } from '../../world/state/tenant.ts';
import { buildReplyOfTexts, type PageRequest, readPageRequest } from '../lists/paging.ts';

/** @see clause transactions.list, transactions.combine, transactions.filter.scope */
export const listTransactions: Handler<'listTransactions'> = (scope, { query }) => {
  const pageRequest = readPageRequest(scope, 'listTransactions', query);
  if ('problem' in pageRequest) return pageRequest;
  return buildReply(pageRequest, filterTerminals(pageRequest.scope, query), readOrder(query));
};

export const listTerminalTransactions: Handler<'listTerminalTransactions'> = (scope, { path, query }) => {
  const terminal = scope.terminal(path.terminal_id);
  if (terminal === undefined) return notFound();
  const pageRequest = readPageRequest(scope, 'listTerminalTransactions', {
    ...query,
    terminal_id: terminal.terminalId,
  } as typeof query);
  if ('problem' in pageRequest) return pageRequest;
  return buildReply(pageRequest, [terminal], readOrder(query));
};

function buildReply(pageRequest: PageRequest, terminals: readonly Terminal[], order: RowOrder) {
  const { rows, totals, end } = pageRequest.scope.viewLedger(terminals, order);
  return buildReplyOfTexts(pageRequest, {
    list: rows,
    end,
    present: presentRow,
    presentSummary: () => presentTotals(totals),
  });
}

export const getTransactionTimeline: Handler<'getTransactionTimeline'> = (scope, { path }) => {
  const transaction = scope.transaction(path.transaction_id);
  if (transaction === undefined) return notFound();
  const timeline = scope.getTimeline(transaction);
  return {
    status: 200,
    body: {
      transaction_id: timeline.transactionId,
      terminal_id: timeline.terminalId,
      outcome: timeline.outcome,
      stan: timeline.stan,
      rrn: timeline.rrn,
      network: timeline.network,
      connector_id: timeline.connectorId,
      duration_ms: timeline.durationMs,
      steps: timeline.steps.map(presentStep),
    },
  };
};

/** Returns the terminals that match both filters. An unknown or invisible id matches none. */
function filterTerminals(
  scope: Scope,
  { terminal_id, group_id }: Input<'listTransactions'>['query'],
): readonly Terminal[] {
  const inGroup = group_id === undefined ? scope.terminals : (scope.group(group_id)?.terminals ?? []);
  if (terminal_id === undefined) return inGroup;
  const terminal = scope.terminal(terminal_id);
  return terminal !== undefined && (group_id === undefined || inGroup.includes(terminal)) ? [terminal] : [];
}

function readOrder({ sort_by, sort_dir }: { sort_by?: RowOrder['sortBy']; sort_dir?: RowOrder['sortDir'] }): RowOrder {
  return { sortBy: sort_by ?? 'terminal_datetime', sortDir: sort_dir ?? 'desc' };
}

/** Omits `emv` where it is not available; it is never null. */
export function presentRow({ transaction, form }: ListedRow): TransactionRow {
  return {
    terminal_datetime: formatLocalInstant(transaction.terminalClockMs, transaction.offsetMinutes),
    transaction_type: transaction.type,
    seq_no: String(transaction.seqNo).padStart(4, '0'),
    account_type: transaction.accountType,
    ...(transaction.emv === undefined ? {} : { emv: transaction.emv }),
    response: transaction.response,
    amt_req: formatMoney(transaction.amtReqCents),
    amt_comp: formatMoney(form.amtCompCents),
    sur_req: formatMoney(transaction.surReqCents),
    sur_comp: formatMoney(form.surCompCents),
    transaction_id: transaction.transactionId,
    terminal_id: transaction.terminalId,
    response_text: responseTexts[transaction.response] ?? 'Unknown response',
    dispense_status: form.dispenseStatus,
    business_date: transaction.businessDate,
    linked_transaction_id: form.linkedId ?? null,
  };
}

function presentTotals(totals: LedgerTotals): TransactionSummary {
  return {
    total_surcharge: formatMoney(totals.surchargeCents),
    total_withdrawn: formatMoney(totals.withdrawnCents),
    currency: 'USD',
    row_count: totals.approved + totals.declined + totals.reversals,
    approved_count: totals.approved,
    declined_count: totals.declined,
    reversal_count: totals.reversals,
  };
}

function presentStep(step: RecordedStep): TimelineStep {
  return {
    step_no: step.stepNo,
    at: formatInstant(step.atMs),
    source: step.source,
    step: step.step,
    mti: step.mti,
    code: step.code,
    detail: step.detail,
  };
}
