import type { Scoped } from './asked.ts';
import { isClerk, wholeOf } from './asked.ts';
import { isWithdrawal, sumOf } from './casework.ts';
import { DAY_MS, dayOf, MINUTE_MS, stampOf } from './clock.ts';
import type { Batch, Command, DisputeCase, Group, Terminal, Transaction } from './model.ts';
import { isResolved } from './model.ts';

export const moneyOf = (cents: number, currency: string) => ({ amount: (cents / 100).toFixed(2), currency });

const TYPE_LABELS: Readonly<Record<Transaction['type'], string>> = {
  WDL: 'Withdrawal',
  FST: 'Fast cash',
  BAL: 'Balance inquiry',
  TRF: 'Transfer',
  REV: 'Reversal',
};

/** Returns a transaction row. `Emv` is present only if the host reported it. */
export function presentTransaction(row: Transaction, { view, query, broken }: Scoped) {
  const money = (cents: number) => moneyOf(cents, view.customer.currency);
  const isRare = row.type === 'TRF' && row.account === 'CRD';
  const isWide = query.limit > 40;
  return {
    Ref: row.id,
    Unit: { Code: row.terminalId },
    Stamp: isWide && broken('contract-stamp-changes-on-wide-pages') ? String(row.atMs / 1000) : stampOf(row.atMs),
    Type: { Code: row.type, Label: TYPE_LABELS[row.type] },
    ...(isRare && broken('transactions-trace-missing-on-rare-rows') ? {} : { Trace: row.trace }),
    Account: row.account,
    ...emvOf(row, broken('transactions-emv-null-when-absent')),
    Result: { Code: row.response, Approved: row.response === '00' },
    Money: {
      Requested: money(row.requestedCents),
      Completed: money(row.completedCents),
      SurchargeRequested: money(row.surchargeRequestedCents),
      SurchargeCompleted: money(row.surchargeCompletedCents),
    },
    ...(view.user.role === 'owner' && broken('contract-undeclared-member-for-owners') ? { Margin: '0.35' } : {}),
  };
}

function emvOf({ emv }: Transaction, isNullWhenAbsent: boolean) {
  if (emv !== undefined) return { Emv: { Entry: emv } };
  return isNullWhenAbsent ? { Emv: null } : {};
}

/** Returns the totals of the rows of a page: surcharges and cash paid out. */
export function totalsOf(rows: readonly Transaction[], { view, query, broken }: Scoped) {
  const isShort = broken('transactions-summary-misses-a-row-when-sorted') && query.sortBy !== undefined;
  const counted = isShort ? rows.slice(0, -1) : rows;
  const paid = counted.filter(isWithdrawal);
  const money = (cents: readonly number[]) => moneyOf(sumOf(cents), view.customer.currency);
  const isByRequest = broken('transactions-summary-counts-what-was-requested');
  return {
    SurchargeTotal: money(counted.map(({ surchargeCompletedCents }) => surchargeCompletedCents)),
    WithdrawnTotal: money(paid.map((row) => (isByRequest ? row.requestedCents : row.completedCents))),
  };
}

/** Returns a batch. Its payout is credits minus debits. */
export function presentBatch(batch: Batch, { view, query, broken }: Scoped) {
  const money = (cents: number) => moneyOf(cents, view.customer.currency);
  const isSkewed = batch.state === 'Sent' && broken('settlements-payout-off-by-a-cent');
  const hasCounts = !(broken('settlements-counts-missing-on-later-pages') && query.cursor !== undefined);
  const settled = batch.state === 'Paid' ? { PaidOn: dayOf(batch.dayMs + 2 * DAY_MS) } : {};
  const payoutCents =
    broken('settlements-payout-ignores-debits-of-drafts') && batch.state === 'Draft'
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
    Schedule: { SettlesFor: dayOf(batch.dayMs), CutOff: stampOf(batch.dayMs + DAY_MS), ...settled },
  };
}

/** Returns a case. `DecidedBy` is present once it is won or lost. */
export function presentCase(one: DisputeCase, { view, broken }: Scoped) {
  const reviewer = view.customer.users.find(({ role }) => role === 'owner');
  const decidedAtMs = one.lodgedAtMs + 3 * DAY_MS;
  const decision = { Code: reviewer?.id ?? '', Name: reviewer?.name ?? '', At: stampOf(decidedAtMs) };
  const isEarly = broken('disputes-reviewer-while-investigating') && one.phase === 'Investigating';
  const isLate = broken('disputes-reviewer-missing-when-lost') && one.phase === 'Lost';
  const other = view.terminals.find(({ id }) => id !== one.terminalId)?.id ?? one.terminalId;
  const isCrossed = broken('disputes-name-another-terminal') && one.phase === 'Investigating';
  return {
    Case: one.id,
    Phase: one.phase,
    Cause: one.cause,
    About: { Transaction: one.transactionId, Unit: isCrossed ? other : one.terminalId },
    Sum: moneyOf(one.cents, view.customer.currency),
    AnswerBy: dayOf(one.lodgedAtMs + 10 * DAY_MS),
    Desk: { Queue: 'Card claims', Agent: one.phase === 'Lodged' ? null : (reviewer?.name ?? null) },
    Outcome: isResolved(one) ? { Ruling: one.phase === 'Won' ? 'Upheld' : 'Rejected', On: dayOf(decidedAtMs) } : null,
    ...((isResolved(one) && !isLate) || isEarly ? { DecidedBy: decision } : {}),
  };
}

/** Returns the location of a terminal, with the visible terminals of the same site. */
export function presentLocation({ siteId }: Terminal, asked: Scoped) {
  const { view, broken } = asked;
  const reach = broken('scope-neighbours-at-a-site-are-named') ? wholeOf(asked) : view;
  const site = view.sites.find(({ id }) => id === siteId);
  return {
    Site: siteId,
    Name: site?.name ?? '',
    Address: { Street: site?.street ?? '', Town: site?.town ?? '' },
    Units: codesOf(reach.terminals.filter((terminal) => terminal.siteId === siteId)),
  };
}

export function presentGroup({ id, name, parentId }: Group, asked: Scoped) {
  const { view, broken } = asked;
  const reach = broken('scope-groups-name-hidden-members') && isClerk(view.user) ? wholeOf(asked) : view;
  return {
    Group: { Code: id, Name: name },
    Parent: parentId,
    Units: codesOf(reach.terminals.filter(({ groupId }) => groupId === id)),
  };
}

export function presentCommand({ id, terminalId, order, queuedAtMs, completedAtMs }: Command, { broken }: Scoped) {
  const journal = broken('card-data-track-in-a-fetched-journal') && order === 'Fetch journal';
  return {
    Command: id,
    Unit: { Code: terminalId },
    Order: order,
    Progress: {
      State: completedAtMs === undefined ? 'Queued' : 'Completed',
      QueuedAt: stampOf(queuedAtMs),
      ...(completedAtMs === undefined ? {} : { CompletedAt: stampOf(completedAtMs) }),
    },
    Remark: journal ? 'Read ;4539578763621486=29122010000000000000?' : 'As ordered',
  };
}

/** Returns the steps of a transaction in chronological order. */
export function presentTimeline(row: Transaction, { broken }: Scoped) {
  const step = (minutes: number, source: string, what: string) => ({
    At: stampOf(row.atMs + minutes * MINUTE_MS),
    Source: source,
    What: what,
  });
  const card = broken('card-data-in-the-story-of-a-reversal') && row.type === 'REV' ? ' of card 4539578763621486' : '';
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

export const codesOf = (terminals: readonly Terminal[]) => terminals.map(({ id }) => ({ Code: id }));
