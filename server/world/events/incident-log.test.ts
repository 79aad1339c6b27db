import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseRuns } from '../../../base/testing/depth.ts';
import { runInSlices } from '../../../base/testing/sliced.ts';
import { HISTORY_START_MS, tenants } from '../../../fixtures/index.ts';
import type { Cause } from '../../../fixtures/model/causes.ts';
import { delgadoTenant } from '../../../fixtures/tenants/delgado.ts';
import { HOUR_MS } from '../../../fixtures/time/dates.ts';
import type { TenantState } from '../state/tenant.ts';
import { EPOCH_MS, generateWorld, type World } from '../state/world.ts';
import { inject } from '../testing/inject-facts.ts';
import { collectEvents } from './events.ts';
import { listHappenings, readAccountLog, readTerminalLog } from './incident-log.ts';

/*
 * Compares logs, happenings and events computed in slices and in any order with those of another world of the same seed,
 * which are computed at once, latest instant first.
 */

const HOURS = 24 * 45;
const SEED = 7;

/** Returns a world of one tenant that shares no cached results with other worlds. */
function createWorld(tenantId: string): World {
  const fixture = tenants.find((one) => one.tenantId === tenantId) ?? expect.fail(tenantId);
  return generateWorld(SEED, { tenants: [structuredClone(fixture)] });
}

const getState = (world: World, tenantId: string): TenantState => world.tenants.get(tenantId) ?? expect.fail(tenantId);

interface LogQuery {
  readonly about: 'terminals' | 'accounts' | 'happenings' | 'events';
  readonly hour: number;
}

function readLog(world: World, tenantId: string, { about, hour }: LogQuery): unknown {
  const state = getState(world, tenantId);
  const nowMs = HISTORY_START_MS + hour * HOUR_MS;
  const { terminals, fixture } = state.generated;
  if (about === 'terminals') return terminals.map((terminal) => readTerminalLog(terminal, nowMs));
  if (about === 'accounts') return fixture.accounts.map(({ accountId }) => readAccountLog(state, accountId, nowMs));
  if (about === 'happenings') return terminals.map((terminal) => listHappenings(state, terminal, nowMs));
  return collectEvents(state, { fromMs: nowMs - 24 * HOUR_MS, toMs: nowMs + 1 });
}

const queries = fc.array(
  fc.record({
    about: fc.constantFrom('terminals' as const, 'accounts' as const, 'happenings' as const, 'events' as const),
    hour: fc.integer({ min: 1, max: HOURS }),
  }),
  { minLength: 1, maxLength: 5 },
);
/** An early request must not affect a later one, nor the reverse. */
const EARLY_AND_LATE: LogQuery[] = [24, HOURS, 48].flatMap((hour) => [
  { about: 'accounts', hour },
  { about: 'terminals', hour },
]);
const lengths = fc.array(fc.nat(30), { maxLength: 40 });

describe.each(['acct_delgado', 'acct_meridian', 'acct_hostile'])('%s', (tenantId) => {
  it('returns the same in slices as at once, in any order of requests', () => {
    let sliceCount = 0;
    fc.assert(
      fc.property(queries, lengths, (given, passed) => {
        const [sliced, whole] = [createWorld(tenantId), createWorld(tenantId)];
        const { value, slices } = runInSlices(() => given.map((one) => readLog(sliced, tenantId, one)), passed);
        const latestFirst = given.toSorted((a, b) => b.hour - a.hour);
        const byQuery = new Map(latestFirst.map((one) => [one, readLog(whole, tenantId, one)]));
        expect(value).toEqual(given.map((one) => byQuery.get(one)));
        sliceCount += slices;
      }),
      { seed: 20261109, numRuns: chooseRuns(1, 20), examples: [[EARLY_AND_LATE, []]] },
    );
    expect(sliceCount).toBeGreaterThan(20);
  });
});

const terminalIds = delgadoTenant.terminals.map(({ terminalId }) => terminalId);
const atTerminal = fc
  .record({
    terminalId: fc.constantFrom(...terminalIds),
    hour: fc.integer({ min: 1, max: 8 * 24 }),
    kind: fc.constantFrom('cut', 'restored', 'emptied', 'tapped'),
  })
  .map(({ terminalId, hour, kind }): Cause => {
    const base = { causeId: `cau_${kind}_${terminalId}_${hour}`, atMs: EPOCH_MS + hour * HOUR_MS, terminalId };
    if (kind === 'cut') return { ...base, type: 'line_cut', untilMs: null };
    if (kind === 'restored') return { ...base, type: 'line_restored' };
    if (kind === 'emptied') return { ...base, type: 'notes_removed', position: 'all', notesLeft: 3 };
    const attempt = { type: 'withdrawal', accountType: 'checking', emv: 'chip', amountCents: 4000 } as const;
    const attempts = Array.from({ length: 8 }, (_, n) => ({
      ...attempt,
      afterSeconds: 20 * n,
      response: '51',
      card: 0,
    }));
    return { ...base, type: 'attempts_made', attempts };
  });
const someAtTerminals = fc.uniqueArray(atTerminal, { minLength: 1, maxLength: 3, selector: ({ causeId }) => causeId });
const hour = fc.integer({ min: 1, max: 7 * 24 });
const connectorDown = fc.record({ hour, lastsHours: hour }).map(({ hour: from, lastsHours }): Cause => {
  const atMs = EPOCH_MS + from * HOUR_MS;
  const untilMs = atMs + lastsHours * HOUR_MS;
  return { type: 'connector_down', causeId: `cau_down_${from}`, atMs, connectorId: 'con_rl_host', untilMs };
});
const totalsOff = hour.map((number): Cause => {
  const where = { accountId: 'acct_meridian', terminalId: 'MR000101', businessDate: '2026-11-02' };
  const atMs = EPOCH_MS + HOUR_MS; // before the batch of that date is derived
  return { ...where, type: 'terminal_totals_off', causeId: `cau_off_${number}`, atMs, cents: 100 * number };
});

interface Continued {
  readonly tenantId: string;
  readonly causes: fc.Arbitrary<readonly Cause[]>;
  readonly about: readonly LogQuery['about'][];
  readonly numRuns: number;
}

/** Compares logs that were read before and between the causes with logs that start with all causes. */
function expectContinued({ tenantId, causes, about, numRuns }: Continued): void {
  const untouched = createWorld(tenantId);
  let changedAnswers = 0;
  fc.assert(
    fc.property(causes, queries, lengths, (given, queried, passed) => {
      const ordered = given.toSorted((a, b) => a.atMs - b.atMs);
      const late = about.map((one): LogQuery => ({ about: one, hour: HOURS }));
      const all = [...late, ...queried.filter((one) => about.includes(one.about))];
      let grown = createWorld(tenantId);
      for (const [n, cause] of ordered.entries()) {
        const before = all[n % all.length] ?? expect.fail();
        runInSlices(() => readLog(grown, tenantId, before), passed);
        grown = inject(grown, tenantId, [cause]);
      }
      const whole = inject(createWorld(tenantId), tenantId, ordered);
      const { value } = runInSlices(() => all.map((one) => readLog(grown, tenantId, one)), passed);
      const expected = all.map((one) => readLog(whole, tenantId, one));
      expect(value).toEqual(expected);
      const unchanged = all.map((one) => readLog(untouched, tenantId, one));
      if (JSON.stringify(expected) !== JSON.stringify(unchanged)) changedAnswers += 1;
    }),
    { seed: 20261110, numRuns },
  );
  expect(changedAnswers).toBeGreaterThan(0);
}

describe('logs continued after causes', () => {
  it('of terminals equal logs that start with all causes', () => {
    const about = ['terminals', 'happenings', 'events'] as const;
    expectContinued({ tenantId: 'acct_delgado', causes: someAtTerminals, about, numRuns: chooseRuns(1, 30) });
  });

  it.each([
    { tenantId: 'acct_redline', cause: connectorDown },
    { tenantId: 'acct_meridian', cause: totalsOff },
  ])('of an account equal logs that start with all causes ($tenantId)', ({ tenantId, cause }) => {
    expectContinued({ tenantId, causes: fc.tuple(cause), about: ['accounts'], numRuns: chooseRuns(1, 10) });
  });
});
