import { expect, it } from 'vitest';
import { generateDisputes } from '../../../../fixtures/disputes/dispute-cases.ts';
import { tenants } from '../../../../fixtures/index.ts';
import type { Batch } from '../../../../fixtures/model/settlements.ts';
import { listAutomaticBatches, listUnusualBatches } from '../../../../fixtures/settlements/settlement-history.ts';
import { openTenant } from '../../../../fixtures/testing/sample-tenant.ts';
import { DAY_MS, HOUR_MS } from '../../../../fixtures/time/calendar.ts';
import { EPOCH_MS, HISTORY_START_MS } from '../../../../fixtures/time/epoch.ts';
import { defaultPolicy } from '../../rules/evaluation/default-policy.ts';
import { settlementMismatch } from './settlement-mismatch.ts';

const span = { fromMs: HISTORY_START_MS, toMs: EPOCH_MS + 60 * DAY_MS };
const northway = openTenant(
  1,
  tenants.find(({ tenantId }) => tenantId === 'acct_northway') as (typeof tenants)[number],
);
const cases = generateDisputes(northway, EPOCH_MS);

const held = listUnusualBatches({ source: northway, accountId: 'acct_northway', cases }, EPOCH_MS).find(
  ({ hold }) => hold === 'variance',
) as Batch;
const again = (batch: Batch, more: Partial<Batch>): Batch => ({
  ...batch,
  revision: batch.revision + 1,
  timing: { ...batch.timing, derivedAtMs: batch.timing.derivedAtMs + 20 * HOUR_MS },
  ...more,
});
const agreed = (batch: Batch): Partial<Batch> => ({
  hold: null,
  reconciliation: {
    ...batch.reconciliation,
    terminalTotalsCents: batch.reconciliation.ledgerCashCents,
    varianceCents: 0,
    varianceTerminalIds: [],
  },
});
const found = (...revisions: readonly Batch[]) =>
  settlementMismatch.rule.evaluateBatch?.({ seed: 1, revisions, span, policy: defaultPolicy }) ?? [];

it('is found without deriving the other batches', () => {
  for (const { accountId } of northway.tenant.accounts) {
    const odd = listAutomaticBatches({ source: northway, accountId, cases }, EPOCH_MS).filter(
      ({ reconciliation, returns }) => reconciliation.varianceCents !== 0 || returns.length > 0,
    );
    const unusual = listUnusualBatches({ source: northway, accountId, cases }, EPOCH_MS);
    for (const batch of odd) expect(unusual).toContainEqual(batch);
  }
});

it('opens when a batch is derived with a variance, and stays open', () => {
  const [open, ...more] = found(held);
  expect(more).toEqual([]);
  expect(open).toMatchObject({ resolution: null, dedupeKey: `settlement_mismatch:${held.batchId}` });
  expect(open?.moments.map(({ data }) => [data.varianceAmount, data.status, data.basis])).toEqual([
    [-6000, 'held', 'derive'],
  ]);
});

it('ends when the batch is derived again without a variance', () => {
  const [over] = found(held, again(held, agreed(held)));
  expect(over).toMatchObject({ resolution: 'recovered' });
  expect(over?.moments.at(-1)?.data).toMatchObject({ varianceAmount: 0, varianceTerminalIds: [] });
});

it('stays open when the batch is derived again with a variance, and escalates with its size', () => {
  const mild = { ...held, reconciliation: { ...held.reconciliation, varianceCents: -1000 } };
  const worse = again(held, { reconciliation: { ...held.reconciliation, varianceCents: -60_000 } });
  const [open] = found(mild, worse);
  expect(open?.resolution).toBeNull();
  expect(open?.moments.map(({ state, severity }) => `${state} ${severity}`)).toEqual([
    'triggered medium',
    'escalated high',
  ]);
});

it('ends when a user releases or cancels the batch', () => {
  const releasedMs = held.timing.derivedAtMs + 22 * HOUR_MS;
  const released = again(held, { hold: null, timing: { ...held.timing, approvedAtMs: releasedMs } });
  const [accepted] = found(held, released);
  expect(accepted?.resolution).toBe('acknowledged');
  const ended = { status: 'canceled', atMs: releasedMs, reason: 'Paid by hand' } as const;
  expect(found({ ...held, ended })[0]?.resolution).toBe('acknowledged');
});

it('opens when entries are returned, and ends after two weeks', () => {
  const returned = listUnusualBatches({ source: northway, accountId: 'acct_northway_pine', cases }, EPOCH_MS).find(
    ({ businessDate }) => businessDate === '2026-10-01',
  ) as Batch;
  const [lapsed] = found(returned);
  expect(lapsed).toMatchObject({ resolution: 'auto_closed' });
  expect(lapsed?.moments[0]?.data).toMatchObject({
    basis: 'return',
    status: 'partially_returned',
    terminalTotalsAmount: null,
    actualEntryCount: returned.creditEntryCount + returned.debitEntryCount - returned.returns.length,
  });
  expect((lapsed?.resolvedAtMs ?? 0) - (lapsed?.openedAtMs ?? 0)).toBe(14 * DAY_MS);
});
