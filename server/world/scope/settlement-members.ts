import { openCase } from '../../../fixtures/disputes/dispute-cases.ts';
import { deriveBatch } from '../../../fixtures/settlements/settlement-derivation.ts';
import { listDueAdjustments } from '../../../fixtures/settlements/settlement-history.ts';
import { viewBatch } from '../books/batch-view.ts';
import type { BatchView } from '../books/book-types.ts';
import { getTenantSource } from '../books/ledger.ts';
import { roleRules } from './roles.ts';
import type { ScopeContext } from './scope-context.ts';
import type { Scope } from './scope-types.ts';

type BookMembers = Pick<Scope, 'batches' | 'disputes' | 'derive' | 'openDispute' | 'mayHandleDisputes'>;

/** Returns the members of a scope about money: batches, disputes and the results of possible writes. */
export function makeBookMembers({ state, partition, nowMs, newId, books }: ScopeContext): BookMembers {
  const payees = partition.rules.ownBatchesOnly ? [partition.account] : partition.accounts;

  return {
    batches: () => payees.flatMap(({ accountId }) => books().listBatches(accountId)).sort(compareLatestFirst),
    disputes: () =>
      books()
        .cases.filter(({ terminalId }) => partition.terminalsById.has(terminalId))
        .map(books().toView),
    derive({ includeAdjustments, ...request }) {
      const { accountId, businessDate } = request;
      const source = getTenantSource(state.generated);
      const batches = books()
        .listBatches(accountId)
        .map(({ batch }) => batch);
      const adjustments = includeAdjustments
        ? listDueAdjustments({ source, accountId, businessDate, cases: books().cases, batches })
        : [];
      const derivation = deriveBatch({ ...request, source, derivedAtMs: nowMs, adjustments });
      const { batch } = derivation;
      return { derivation, view: batch === undefined ? undefined : viewBatch(batch, nowMs) };
    },
    openDispute(claim) {
      const tenant = state.generated.fixture;
      return books().toView(openCase({ ...claim, tenant, disputeId: newId('dsp'), openedAtMs: nowMs }));
    },
    mayHandleDisputes(userId) {
      const user = partition.users.find((candidate) => candidate.userId === userId);
      return user !== undefined && roleRules[user.role].privileges.has('create_disputes');
    },
  };
}

function compareLatestFirst(a: BatchView, b: BatchView): number {
  if (a.batch.businessDate !== b.batch.businessDate) return a.batch.businessDate < b.batch.businessDate ? 1 : -1;
  return a.batch.batchId < b.batch.batchId ? 1 : -1;
}
