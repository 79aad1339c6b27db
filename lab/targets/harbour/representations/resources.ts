import { DAY_MS, formatDay, formatStamp, MINUTE_MS } from '../data/clock.ts';
import type { Batch, Command, DisputeCase, Group, Terminal, Transaction } from '../data/model.ts';
import { isResolved, isWithdrawal } from '../data/model.ts';
import { presentMoney, sumCents } from '../data/money.ts';
import type { ScopedRequest } from '../http/request.ts';
import { isClerk, openCustomerView } from '../http/request.ts';

const TYPE_LABELS: Readonly<Record<Transaction['type'], string>> = {
  WDL: 'Withdrawal',
  FST: 'Fast cash',
  BAL: 'Balance inquiry',
  TRF: 'Transfer',
  REV: 'Reversal',
};

/** Returns a transaction row. `Emv` is present only if the host reported it. */
export function presentTransaction(row: Transaction, { view, query, hasFault }: ScopedRequest) {
  const money = (cents: number) => presentMoney(cents, view.customer.currency);
  const isRare = row.type === 'TRF' && row.account === 'CRD';
  const isWide = query.limit > 40;
  return {
    Ref: row.id,
    Unit: { Code: row.terminalId },
    Stamp: isWide && hasFault('contract-stamp-changes-on-wide-pages') ? String(row.atMs / 1000) : formatStamp(row.atMs),
    Type: { Code: row.type, Label: TYPE_LABELS[row.type] },
    ...(isRare && hasFault('transactions-trace-missing-on-rare-rows') ? {} : { Trace: row.trace }),
    Account: row.account,
    ...(row.emv === undefined ? {} : { Emv: { Entry: row.emv } }),
    Result: { Code: row.response, Approved: row.response === '00' },
    Money: {
      Requested: money(row.requestedCents),
      Completed: money(row.completedCents),
      SurchargeRequested: money(row.surchargeRequestedCents),
      SurchargeCompleted: money(row.surchargeCompletedCents),
    },
    ...(view.user.role === 'owner' && hasFault('contract-undeclared-member-for-owners') ? { Margin: '0.35' } : {}),
  };
}

/** Returns the totals of the rows of a page: surcharges and cash paid out. */
export function sumPage(rows: readonly Transaction[], { view, query, hasFault }: ScopedRequest) {
  const isShort = hasFault('transactions-summary-misses-a-row-when-sorted') && query.sortBy !== undefined;
  const counted = isShort ? rows.slice(0, -1) : rows;
  const paid = counted.filter(isWithdrawal);
  const money = (cents: readonly number[]) => presentMoney(sumCents(cents), view.customer.currency);
  const isByRequest = hasFault('transactions-summary-counts-what-was-requested');
  return {
    SurchargeTotal: money(counted.map(({ surchargeCompletedCents }) => surchargeCompletedCents)),
    WithdrawnTotal: money(paid.map((row) => (isByRequest ? row.requestedCents : row.completedCents))),
  };
}

/** Returns a batch. Its payout is credits minus debits. */
export function presentBatch(batch: Batch, { view, query, hasFault }: ScopedRequest) {
  const money = (cents: number) => presentMoney(cents, view.customer.currency);
  const isSkewed = batch.state === 'Sent' && hasFault('settlements-payout-off-by-a-cent');
  const hasCounts = !(hasFault('settlements-counts-missing-on-later-pages') && query.cursor !== undefined);
  const settled = batch.state === 'Paid' ? { PaidOn: formatDay(batch.dayMs + 2 * DAY_MS) } : {};
  const payoutCents =
    hasFault('settlements-payout-ignores-debits-of-drafts') && batch.state === 'Draft'
      ? batch.creditCents
      : batch.creditCents - batch.debitCents;
  return {
    Batch: batch.id,
    Payee: { Group: batch.groupId },
    State: batch.state,
    ...(hasCounts ? { Counts: { Credits: batch.credits, Debits: batch.debits } } : {}),
    CreditSum: money(batch.creditCents),
    DebitSum: money(batch.debitCents),
    Payout: money(payoutCents + (isSkewed ? 1 : 0)),
    Schedule: { SettlesFor: formatDay(batch.dayMs), CutOff: formatStamp(batch.dayMs + DAY_MS), ...settled },
  };
}

/** Returns a case. `DecidedBy` is present once it is won or lost. */
export function presentCase(one: DisputeCase, { view, hasFault }: ScopedRequest) {
  const reviewer = view.customer.users.find(({ role }) => role === 'owner');
  const decidedAtMs = one.lodgedAtMs + 3 * DAY_MS;
  const decision = { Code: reviewer?.id ?? '', Name: reviewer?.name ?? '', At: formatStamp(decidedAtMs) };
  const isEarly = hasFault('disputes-reviewer-while-investigating') && one.phase === 'Investigating';
  const isLate = hasFault('disputes-reviewer-missing-when-lost') && one.phase === 'Lost';
  const other = view.terminals.find(({ id }) => id !== one.terminalId)?.id ?? one.terminalId;
  const isCrossed = hasFault('disputes-name-another-terminal') && one.phase === 'Investigating';
  return {
    Case: one.id,
    Phase: one.phase,
    Cause: one.cause,
    About: { Transaction: one.transactionId, Unit: isCrossed ? other : one.terminalId },
    Sum: presentMoney(one.cents, view.customer.currency),
    AnswerBy: formatDay(one.lodgedAtMs + 10 * DAY_MS),
    Desk: { Queue: 'Card claims', Agent: one.phase === 'Lodged' ? null : (reviewer?.name ?? null) },
    Outcome: isResolved(one)
      ? { Ruling: one.phase === 'Won' ? 'Upheld' : 'Rejected', On: formatDay(decidedAtMs) }
      : null,
    ...((isResolved(one) && !isLate) || isEarly ? { DecidedBy: decision } : {}),
  };
}

/** Returns the location of a terminal, with the visible terminals of the same site. */
export function presentLocation({ siteId }: Terminal, request: ScopedRequest) {
  const { view, hasFault } = request;
  const reach = hasFault('scope-neighbours-at-a-site-are-named') ? openCustomerView(request) : view;
  const site = view.sites.find(({ id }) => id === siteId);
  return {
    Site: siteId,
    Name: site?.name ?? '',
    Address: { Street: site?.street ?? '', Town: site?.town ?? '' },
    Units: presentCodes(reach.terminals.filter((terminal) => terminal.siteId === siteId)),
  };
}

export function presentGroup({ id, name, parentId }: Group, request: ScopedRequest) {
  const { view, hasFault } = request;
  const reach = hasFault('scope-groups-name-hidden-members') && isClerk(view.user) ? openCustomerView(request) : view;
  return {
    Group: { Code: id, Name: name },
    Parent: parentId,
    Units: presentCodes(reach.terminals.filter(({ groupId }) => groupId === id)),
  };
}

export function presentCommand(
  { id, terminalId, order, queuedAtMs, completedAtMs }: Command,
  { hasFault }: ScopedRequest,
) {
  const journal = hasFault('card-data-track-in-a-fetched-journal') && order === 'Fetch journal';
  return {
    Command: id,
    Unit: { Code: terminalId },
    Order: order,
    Progress: {
      State: completedAtMs === undefined ? 'Queued' : 'Completed',
      QueuedAt: formatStamp(queuedAtMs),
      ...(completedAtMs === undefined ? {} : { CompletedAt: formatStamp(completedAtMs) }),
    },
    Remark: journal ? 'Read ;4539578763621486=29122010000000000000?' : 'As ordered',
  };
}

/** Returns the steps of a transaction in chronological order. */
export function presentTimeline(row: Transaction, { hasFault }: ScopedRequest) {
  const step = (minutes: number, source: string, what: string) => ({
    At: formatStamp(row.atMs + minutes * MINUTE_MS),
    Source: source,
    What: what,
  });
  const card =
    hasFault('card-data-in-the-story-of-a-reversal') && row.type === 'REV' ? ' of card 4539578763621486' : '';
  return {
    Ref: row.id,
    Unit: { Code: row.terminalId },
    _embedded: {
      timelineSteps: [
        step(0, 'Unit', `Started as ${row.trace}${card}`),
        step(1, 'Host', row.response === '00' ? 'Approved' : `Declined with ${row.response}`),
        ...(row.completedCents > 0 && isWithdrawal(row) ? [step(2, 'Unit', 'Cash taken')] : []),
      ],
    },
  };
}

export const presentCodes = (terminals: readonly Terminal[]) => terminals.map(({ id }) => ({ Code: id }));
