import { Steps } from '../../../base/steps.ts';
import type { TenantSource } from '../../../fixtures/cash/tenant-source.ts';
import { decideDisputes } from '../../../fixtures/disputes/decided-disputes.ts';
import { generateDisputes } from '../../../fixtures/disputes/dispute-cases.ts';
import { type DisputeCase, getDisputeState } from '../../../fixtures/model/disputes.ts';
import type { TerminalFixture } from '../../../fixtures/model/model.ts';
import type { Batch } from '../../../fixtures/model/settlements.ts';
import { decideBatches } from '../../../fixtures/settlements/decided-batches.ts';
import { listTerminalsOfAccount } from '../../../fixtures/settlements/payees.ts';
import { findAdjustmentBatchId, listAutomaticBatches } from '../../../fixtures/settlements/settlement-history.ts';
import { awaitTerminal } from '../state/fleet-help.ts';
import type { GeneratedTenant, TenantState } from '../state/tenant.ts';
import { viewBatch } from './batch-view.ts';
import type { BatchView, DisputeView } from './book-types.ts';
import { keepRows } from './views.ts';

/** A tenant's disputes and batches at one instant: those generated from the seed and those created by users. */
export interface TenantBooks {
  /** Newest first. */
  readonly cases: readonly DisputeCase[];
  listBatches(accountId: string): readonly BatchView[];
  toView(dispute: DisputeCase): DisputeView;
}

const kept = new WeakMap<TenantState, TenantBooks & { readonly nowMs: number }>();

/** Returns the books of `state` at `nowMs`. Caches the result for the latest instant. */
export function openBooksAt(state: TenantState, nowMs: number): TenantBooks {
  const known = kept.get(state);
  if (known !== undefined && known.nowMs === nowMs) return known;
  const books = openBooks(state, nowMs);
  kept.set(state, { ...books, nowMs });
  return books;
}

function openBooks(state: TenantState, nowMs: number): TenantBooks {
  const source = getTenantSource(state.generated);
  const opened = [...state.openedDisputes].filter(({ openedAtMs }) => openedAtMs <= nowMs).reverse();
  const causes = state.generated.causes.filter(({ atMs }) => atMs <= nowMs);
  const cases = decideDisputes(
    source.tenant,
    [...opened, ...generateDisputes(source, nowMs)].sort(compareNewestFirst),
    causes,
  );
  const derived = decideBatches(
    source.seed,
    [...state.derivedBatches.values()].filter(({ timing }) => timing.derivedAtMs <= nowMs),
    causes,
  );
  const views = new Map<string, readonly BatchView[]>();
  const steps = new Steps<TerminalFixture>();

  return {
    cases,
    listBatches(accountId) {
      const known = views.get(accountId);
      if (known !== undefined) return known;
      const terminals = listTerminalsOfAccount(source.tenant, accountId);
      steps.run(terminals, nowMs, ({ terminalId }) => {
        const terminal = state.generated.terminalsById.get(terminalId);
        if (terminal !== undefined) awaitTerminal(terminal, { nowMs, isForRows: true });
        keepRows(state.generated, terminalId, nowMs);
      });
      const own = derived.filter((batch) => batch.accountId === accountId);
      const replaced = new Set(own.map(({ batchId }) => batchId));
      const drawn = decideBatches(
        source.seed,
        listAutomaticBatches({ source, accountId, cases }, nowMs).filter(({ batchId }) => !replaced.has(batchId)),
        causes,
      );
      const found = [...own, ...drawn].sort(compareLatestDateFirst).map((batch) => viewBatch(batch, nowMs));
      views.set(accountId, found);
      return found;
    },
    toView: (dispute) => ({
      dispute,
      state: getDisputeState(dispute, nowMs),
      adjustmentBatchId: findAdjustmentBatchId(source, dispute, { derivedBatches: derived, nowMs }),
    }),
  };
}

const sources = new WeakMap<GeneratedTenant, TenantSource>();

/**
 * Returns the input from which the streams of a tenant are computed. Returns the same object each time, so that it can
 * be a cache key.
 */
export function getTenantSource(generated: GeneratedTenant): TenantSource {
  const known = sources.get(generated) ?? makeSource(generated);
  sources.set(generated, known);
  return known;
}

function makeSource({ seed, fixture, causes, terminalsById }: GeneratedTenant): TenantSource {
  return {
    seed,
    tenant: fixture,
    causes,
    getLedger(terminalId) {
      const terminal = terminalsById.get(terminalId);
      if (terminal === undefined) throw new Error(`${fixture.tenantId} has no terminal ${terminalId}`);
      return terminal.ledger;
    },
  };
}

function compareNewestFirst(a: DisputeCase, b: DisputeCase): number {
  if (a.openedAtMs !== b.openedAtMs) return b.openedAtMs - a.openedAtMs;
  return a.disputeId < b.disputeId ? 1 : -1;
}

function compareLatestDateFirst(a: Batch, b: Batch): number {
  if (a.businessDate !== b.businessDate) return a.businessDate < b.businessDate ? 1 : -1;
  return a.batchId < b.batchId ? 1 : -1;
}
