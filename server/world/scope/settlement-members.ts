import { openCase } from '../../../fixtures/disputes/dispute-cases.ts';
import { applyMagicAmount } from '../../../fixtures/disputes/magic-amounts.ts';
import { applyMagicMemo, findMemoFault } from '../../../fixtures/settlements/magic-memos.ts';
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
    derive({ includeAdjustments, isMagic, ...request }) {
      const { accountId, businessDate } = request;
      const source = getTenantSource(state.generated);
      const batches = books()
        .listBatches(accountId)
        .filter(({ state: { status } }) => status !== 'canceled' && status !== 'rejected')
        .map(({ batch }) => batch);
      const adjustments = includeAdjustments
        ? listDueAdjustments({ source, accountId, businessDate, cases: books().cases, batches })
        : [];
      const derivation = deriveBatch({ ...request, source, derivedAtMs: nowMs, adjustments });
      if (derivation.batch === undefined) return { derivation, view: undefined, memoFault: undefined };
      const input = { seed: source.seed, batch: derivation.batch, entries: derivation.entries };
      return {
        derivation,
        view: viewBatch(isMagic ? applyMagicMemo(input) : derivation.batch, nowMs),
        memoFault: isMagic ? findMemoFault(input) : undefined,
      };
    },
    openDispute({ isMagic, ...claim }) {
      const tenant = state.generated.fixture;
      const dispute = openCase({ ...claim, tenant, disputeId: newId('dsp'), openedAtMs: nowMs });
      const terminal = partition.terminalsById.get(dispute.terminalId);
      return books().toView(
        isMagic && terminal !== undefined ? applyMagicAmount(tenant, terminal.fixture, dispute) : dispute,
      );
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
