import { sumEntries } from './money.ts';
import type { Scope } from './scope.ts';
import type { Batch, Dispute, Transaction } from './types.ts';

const DAY_MS = 86_400_000;

/** Returns the transactions of the tenants of `scope` that no batch contains, up to its instant. */
function selectUnbatched(scope: Scope): Transaction[] {
  const { world, nowMs } = scope;
  return world.tenants
    .filter((tenant) => scope.user.tenantKeys.includes(tenant.key))
    .flatMap((tenant) => {
      const throughMs = Math.max(
        0,
        ...world.batches.filter((batch) => batch.tenantKey === tenant.key).map((batch) => batch.throughMs),
      );
      return world.originals.filter((row) => row.tenantKey === tenant.key && row.atMs > throughMs && row.atMs <= nowMs);
    });
}

/** Builds the batches that a derivation would add: one per tenant and day. Adds nothing to the world. */
export function deriveBatches(scope: Scope): Batch[] {
  const rowsByDay = new Map<string, Transaction[]>();
  for (const row of selectUnbatched(scope)) {
    const day = `${row.tenantKey} ${Math.floor(row.atMs / DAY_MS)}`;
    rowsByDay.set(day, [...(rowsByDay.get(day) ?? []), row]);
  }
  const counts = new Map<string, number>();
  return [...rowsByDay.values()].flatMap((rows): Batch[] => {
    const first = rows[0];
    if (first === undefined) return [];
    const { tenantKey } = first;
    const known = scope.world.batches.filter((batch) => batch.tenantKey === tenantKey).length;
    const added = (counts.get(tenantKey) ?? 0) + 1;
    counts.set(tenantKey, added);
    const throughMs = Math.max(...rows.map((row) => row.atMs));
    return [
      {
        key: `${tenantKey}/batch-${known + added}`,
        index: known + added,
        tenantKey,
        status: 'open',
        entriesByTerminal: sumEntries(rows),
        openedAtMs: Math.floor(first.atMs / DAY_MS) * DAY_MS,
        closedAtMs: undefined,
        settledAtMs: undefined,
        throughMs,
      },
    ];
  });
}

export interface DisputeClaim {
  readonly transaction: Transaction;
  readonly reason: string;
  readonly amount: number;
}

/** Builds the dispute that a claim opens. Adds nothing to the world. */
export function buildDispute(scope: Scope, claim: DisputeClaim): Dispute {
  const { transaction } = claim;
  const { tenantKey } = transaction;
  const index = scope.world.disputes.filter((dispute) => dispute.tenantKey === tenantKey).length + 1;
  return {
    key: `${tenantKey}/dispute-${index}`,
    index,
    tenantKey,
    status: 'open',
    reason: claim.reason,
    transactionKey: transaction.key,
    terminalKey: transaction.terminalKey,
    amount: claim.amount,
    openedAtMs: scope.nowMs,
    dueAtMs: scope.nowMs + 10 * DAY_MS,
    assigneeKey: undefined,
    assignedAtMs: undefined,
    resolvedAtMs: undefined,
    reviewer: undefined,
    note: undefined,
  };
}

/** Returns the dispute about `transaction` that is not resolved, if there is one. */
export function findOpenDispute(scope: Scope, transaction: Transaction): Dispute | undefined {
  return scope.world.disputes.find(
    (dispute) => dispute.transactionKey === transaction.key && dispute.resolvedAtMs === undefined,
  );
}
