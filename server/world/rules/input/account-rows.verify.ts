import { expect, it } from 'vitest';
import { runInSlices } from '../../../../base/testing/sliced.ts';
import { openLedger } from '../../../../fixtures/cash/ledger.ts';
import type { TenantFixture } from '../../../../fixtures/model/model.ts';
import { createAtlasTenant } from '../../../../fixtures/tenants/atlas/index.ts';
import { DAY_MS } from '../../../../fixtures/time/dates.ts';
import { HISTORY_START_MS } from '../../../../fixtures/time/epoch.ts';
import type { EventDefinition } from '../../events/definitions/event-definition.ts';
import { eventDefinitions } from '../../events/definitions/index.ts';
import { evaluateAccount } from '../../events/evaluate-rules.ts';
import { getPolicy } from '../evaluation/default-policy.ts';
import { isSharingRows } from './account-rows.ts';
import type { AccountStreams, SpanPart } from './streams.ts';

/** Lower thresholds than usual, so that there is something to find in a few days. */
const tenant: TenantFixture = {
  ...createAtlasTenant(100),
  policy: {
    repeatedSameCardAttempt: { retries: { attempts: 3, declines: 2 } },
    approvalRateDrop: { leastAttempts: 30, triggerRateBelow: 0.84, triggerBelowBaseline: 0.04 },
    processorOutage: { leastRequests: 2, leastTerminals: 1, triggerTechnicalRate: 0.5 },
  },
};
const accountId = 'acct_atlas_p001';

function createAccount(seed: number): AccountStreams {
  const terminals = tenant.terminals
    .filter((terminal) => terminal.accountId === accountId)
    .map((terminal) => ({ seed, tenant, terminal: { ...terminal } }))
    .map((source) => ({ source, ledger: openLedger(source) }));
  return { seed, tenant, accountId, terminals };
}

const PARTS = 3;
const PART_MS = 4 * DAY_MS;

/** Evaluates parts in sequence. */
function evaluateParts<Found>(
  followedUntilMs: number | undefined,
  evaluate: (part: SpanPart) => Found,
): readonly Found[] {
  let before: SpanPart['before'] = new Map();
  return Array.from({ length: PARTS }, (_, index) => {
    const fromMs = HISTORY_START_MS + index * PART_MS;
    const after = new Map(before);
    const found = evaluate({
      fromMs,
      toMs: fromMs + PART_MS,
      afterMs: index === 0 ? Number.NEGATIVE_INFINITY : fromMs,
      before,
      after,
      ...(followedUntilMs === undefined ? {} : { followedUntilMs }),
    });
    before = after;
    return found;
  });
}

/** Returns the results of each rule, which reads the rows of each terminal itself. */
function evaluateUnshared(account: AccountStreams, part: SpanPart) {
  const policy = getPolicy(tenant);
  const definitions: readonly EventDefinition[] = Object.values(eventDefinitions);
  return {
    incidents: definitions.flatMap(({ kind, rule }) =>
      kind === 'incident' ? (rule.evaluateAccount?.({ account, part, policy }) ?? []) : [],
    ),
    happenings: definitions.flatMap(({ kind, rule }) =>
      kind === 'point' ? (rule.evaluateAccount?.({ account, part, policy }) ?? []) : [],
    ),
  };
}

it('the rules of a large account find the same with shared rows, in slices, as with the rows of each terminal', () => {
  const account = createAccount(1);
  expect(isSharingRows(account)).toBe(true);
  const expected = evaluateParts(undefined, (part) => evaluateUnshared(createAccount(1), part));
  expect(expected.flatMap(({ happenings }) => happenings).length).toBeGreaterThan(0);
  const types = new Set(expected.flatMap(({ incidents }) => incidents.map(({ type }) => type)));
  expect(types).toContain('approval_rate_drop');
  expect(types).toContain('processor_outage');

  const endMs = HISTORY_START_MS + PARTS * PART_MS;
  for (const followedUntilMs of [undefined, endMs]) {
    let slices = 0;
    const shared = createAccount(1);
    const found = evaluateParts(followedUntilMs, (part) => {
      const result = runInSlices(() => evaluateAccount(shared, part), [5, 50]);
      slices += result.slices;
      return result.value;
    });
    expect(found).toEqual(expected);
    expect(slices).toBeGreaterThan(PARTS);
  }
});
