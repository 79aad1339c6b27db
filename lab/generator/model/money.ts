import type { Random } from '../random.ts';
import type { Batch, BatchEntries, Dispute, Tenant, Terminal, Transaction, User, WorldOptions } from './types.ts';

const DAY_MS = 86_400_000;
export const DISPUTE_REASONS = ['cash_not_dispensed', 'duplicate_charge', 'partial_dispense', 'unrecognized'] as const;

/** Sums the entries that transactions contribute to a batch: approved withdrawals credit, reversals debit. */
export function sumEntries(transactions: readonly Transaction[]): Map<string, BatchEntries> {
  const sums = new Map<string, BatchEntries>();
  for (const transaction of transactions) {
    const amount = (transaction.amountCompleted ?? 0) + (transaction.surchargeCompleted ?? 0);
    if (amount === 0 || (transaction.type !== 'withdrawal' && transaction.type !== 'reversal')) continue;
    const sum = sums.get(transaction.terminalKey) ?? { creditCount: 0, debitCount: 0, credit: 0, debit: 0 };
    const isDebit = transaction.type === 'reversal';
    sums.set(transaction.terminalKey, {
      creditCount: sum.creditCount + (isDebit ? 0 : 1),
      debitCount: sum.debitCount + (isDebit ? 1 : 0),
      credit: sum.credit + (isDebit ? 0 : amount),
      debit: sum.debit + (isDebit ? amount : 0),
    });
  }
  return sums;
}

interface Ground {
  readonly tenants: readonly Tenant[];
  readonly terminals: readonly Terminal[];
  readonly transactions: readonly Transaction[];
  readonly startMs: number;
}

/** Builds the batches of all days but the last two, whose transactions wait for a derivation. */
export function buildBatches(ground: Ground, options: WorldOptions): Batch[] {
  const { tenants, terminals, transactions, startMs } = ground;
  const today = Math.floor(startMs / DAY_MS);
  const width = options.batchUnit === 'account-week' ? 7 : 1;
  return tenants.flatMap((tenant) => {
    const owners =
      options.batchUnit === 'terminal-day'
        ? terminals.filter((terminal) => terminal.tenantKey === tenant.key).slice(0, 6)
        : [undefined];
    const batches: Batch[] = [];
    for (let day = today - 1 - width; day >= today - options.days; day -= width) {
      for (const owner of owners) {
        const rows = transactions.filter(
          (row) =>
            row.tenantKey === tenant.key &&
            row.atMs >= day * DAY_MS &&
            row.atMs < (day + width) * DAY_MS &&
            (owner === undefined || row.terminalKey === owner.key),
        );
        const ageDays = today - day - width;
        const status = ageDays <= 1 ? 'closed' : ageDays <= 2 ? 'submitted' : 'settled';
        const index = batches.length + 1;
        batches.push({
          key: `${tenant.key}/batch-${index}`,
          index,
          tenantKey: tenant.key,
          status,
          entriesByTerminal: sumEntries(rows),
          openedAtMs: day * DAY_MS,
          closedAtMs: (day + width) * DAY_MS + 1_800_000,
          settledAtMs: status === 'settled' ? (day + width + 2) * DAY_MS : undefined,
          throughMs: (day + width) * DAY_MS - 1,
        });
      }
    }
    return batches;
  });
}

interface DisputeGround {
  readonly transactions: readonly Transaction[];
  readonly users: readonly User[];
  readonly startMs: number;
}

/** Builds disputes about past withdrawals, in all statuses that the options allow. */
export function buildDisputes(random: Random, ground: DisputeGround, options: WorldOptions): Dispute[] {
  if (options.disputes === 'none') return [];
  const { transactions, users, startMs } = ground;
  const counts = new Map<string, number>();
  const candidates = transactions.filter(
    (row) => row.type === 'withdrawal' && (row.amountCompleted ?? 0) > 0 && row.atMs < startMs - DAY_MS,
  );
  const statuses = {
    several: ['open', 'under_review', 'accepted', 'denied'],
    'open-only': ['open', 'under_review'],
    'resolved-only': ['accepted', 'denied'],
  } as const;
  return random
    .shuffle(candidates)
    .slice(0, Math.min(24, candidates.length))
    .map((row, at): Dispute => {
      const index = (counts.get(row.tenantKey) ?? 0) + 1;
      counts.set(row.tenantKey, index);
      const allowed = statuses[options.disputes as keyof typeof statuses];
      const status = allowed[at % allowed.length] ?? 'open';
      const isResolved = status === 'accepted' || status === 'denied';
      const openedAtMs = row.atMs + 3_600_000 * random.integer(1, 20);
      const assigneeRole = options.hasRestrictedAssignees && at % 4 > 1 ? 'regional' : 'finance';
      const assignee = users.find((user) => user.tenantKey === row.tenantKey && user.role === assigneeRole);
      const isAssigned = status !== 'open' && assignee !== undefined;
      return {
        key: `${row.tenantKey}/dispute-${index}`,
        index,
        tenantKey: row.tenantKey,
        status: isResolved && options.hasMachineReviews && at % 3 === 0 ? 'expired' : status,
        reason: random.pick(DISPUTE_REASONS),
        transactionKey: row.key,
        terminalKey: row.terminalKey,
        amount: random.isHit(0.7) ? (row.amountCompleted ?? 0) : Math.ceil((row.amountCompleted ?? 0) / 2),
        openedAtMs,
        dueAtMs: openedAtMs + 10 * DAY_MS,
        assigneeKey: isAssigned ? assignee.key : undefined,
        assignedAtMs: isAssigned ? openedAtMs + 7_200_000 : undefined,
        resolvedAtMs: isResolved ? Math.min(openedAtMs + 40_000_000, startMs - 1000) : undefined,
        reviewer:
          isResolved && !(options.hasMachineReviews && at % 3 === 0)
            ? random.pick(['Review desk 2', 'M. Osei', 'Łucja Wit'])
            : undefined,
        note:
          isResolved && !(options.hasMachineReviews && at % 3 === 0)
            ? random.pick(['Journal confirms dispense', 'Cash overage found'])
            : undefined,
      };
    });
}
