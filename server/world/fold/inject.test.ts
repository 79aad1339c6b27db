import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseRuns } from '../../../base/testing/depth.ts';
import type { Cause } from '../../../fixtures/model/causes.ts';
import { DAY_MS } from '../../../fixtures/time/dates.ts';
import { HISTORY_START_MS } from '../../../fixtures/time/epoch.ts';
import { collectEvents, type FleetEvent } from '../events/events.ts';
import type { Scope } from '../scope/scope-types.ts';
import { position } from '../state/facts.ts';
import type { Terminal } from '../state/tenant.ts';
import { sandboxMs } from '../state/time.ts';
import { EPOCH_MS, generateWorld, type World } from '../state/world.ts';
import { inject, injectAt, lookAt } from '../testing/inject-facts.ts';
import { applyEntry } from './apply.ts';

const TENANT = 'acct_redline';
const KEY = 'sbx-redline-admin';
const world = generateWorld(5);
const terminalIds = lookAt(world, KEY, EPOCH_MS).terminals.map(({ terminalId }) => terminalId);

type Kind = (terminalId: string, number: number) => object;
const kinds: readonly Kind[] = [
  () => ({ type: 'line_cut', untilMs: null }),
  () => ({ type: 'line_restored' }),
  (_, number) => ({ type: 'notes_removed', position: 'all', notesLeft: number % 120 }),
  () => ({ type: 'cash_loaded', notes: null }),
  () => ({ type: 'device_repaired', device: 'cash_dispenser' }),
  () => ({ type: 'connector_down', connectorId: 'con_rl_host', untilMs: null }),
  () => ({ type: 'connector_restored', connectorId: 'con_rl_host' }),
  () => ({ type: 'connector_down', connectorId: 'con_rl_lte', untilMs: null }),
  (terminalId, number) => ({
    type: 'paper_dated',
    accountId: TENANT,
    terminalId: number % 2 === 0 ? terminalId : null,
    itemType: number % 3 === 0 ? 'merchant_agreement' : 'insurance_certificate',
    expiresDate: `2026-11-${String(10 + (number % 20))}`,
  }),
  () => ({ type: 'risk_assessed', score: 90, drivers: [], isIncidentReport: true }),
  (_, number) => ({ type: 'terminal_totals_off', accountId: TENANT, businessDate: '2026-10-30', cents: number }),
  (_, number) => ({
    type: 'attempts_made',
    attempts: Array.from({ length: 1 + (number % 9) }, (__, index) => ({
      afterSeconds: 30 * index,
      type: 'withdrawal',
      accountType: 'checking',
      emv: 'chip',
      amountCents: 4000,
      response: '00',
      card: index,
    })),
  }),
];

const causes = fc
  .tuple(
    fc.nat(kinds.length - 1),
    fc.nat(terminalIds.length - 1),
    fc.integer({ min: 60, max: 6 * 86_400 }),
    fc.nat(5000),
  )
  .map(([kind, index, second, number]): Cause => {
    const terminalId = terminalIds[index] as string;
    const base = { causeId: `cau_${kind}_${index}_${second}`, atMs: EPOCH_MS + second * 1000, terminalId };
    return { ...base, ...(kinds[kind] as Kind)(terminalId, number) } as Cause;
  });

/** Returns all data of its administrator at `nowMs`, without the journal position. */
function collectData(at: World, nowMs: number): object {
  const scope = lookAt(at, KEY, nowMs);
  return {
    states: scope.terminals.map((terminal) => scope.getState(terminal)),
    incidents: scope.incidents(),
    connectors: scope.connectors.map((connector) => scope.getConnectorState(connector)),
    rows: scope.viewLedger(scope.terminals, { sortBy: 'terminal_datetime', sortDir: 'desc' }).totals,
    papers: scope.complianceItems(),
    batches: scope
      .batches()
      .map(({ batch: { batchId, reconciliation }, state }) => ({ batchId, reconciliation, state })),
    disputes: scope.disputes().map(({ dispute, state }) => [dispute.disputeId, state.status]),
  };
}

function listEvents(at: World, nowMs: number): readonly FleetEvent[] {
  const state = at.tenants.get(TENANT);
  return state === undefined ? [] : collectEvents(state, { fromMs: HISTORY_START_MS, toMs: nowMs + 1 });
}

describe('a world with injected causes', () => {
  it('has the same data before the instant of each cause', () => {
    fc.assert(
      fc.property(fc.array(causes, { minLength: 1, maxLength: 3 }), (given) => {
        const ordered = given.toSorted((a, b) => a.atMs - b.atMs);
        const last = ordered.at(-1) as Cause;
        const before = inject(world, TENANT, ordered.slice(0, -1));
        expect(collectData(inject(before, TENANT, [last]), last.atMs - 1)).toEqual(collectData(before, last.atMs - 1));
      }),
      { seed: 20261106, numRuns: chooseRuns(2, 25) },
    );
  });

  it('keeps all events and data from before an injection', () => {
    let emitted = 0;
    fc.assert(
      fc.property(fc.array(causes, { minLength: 1, maxLength: 3 }), fc.boolean(), (given, isWholeMinute) => {
        let at = world;
        for (const cause of given.toSorted((a, b) => a.atMs - b.atMs)) {
          const nowMs = isWholeMinute ? Math.ceil(cause.atMs / 60_000) * 60_000 : cause.atMs;
          const after = injectAt(at, { tenantId: TENANT, atMs: nowMs }, [{ ...cause, atMs: nowMs }]);
          expect(listEvents(after, nowMs)).toEqual(listEvents(at, nowMs));
          expect(collectData(after, nowMs)).toEqual(collectData(at, nowMs));
          emitted += listEvents(after, nowMs + DAY_MS).length - listEvents(at, nowMs + DAY_MS).length;
          at = after;
        }
      }),
      { seed: 20261108, numRuns: chooseRuns(2, 20) },
    );
    expect(emitted).not.toBe(0);
  });

  it('keeps a notice about a compliance item that is renewed in the same minute', () => {
    const dated = (expiresDate: string, atMs: number): Cause => ({
      type: 'paper_dated',
      causeId: `cau_${expiresDate}`,
      atMs,
      accountId: TENANT,
      terminalId: 'RL000101',
      itemType: 'merchant_agreement',
      expiresDate,
    });
    const soon = inject(world, TENANT, [dated('2026-11-10', EPOCH_MS + 1000)]);
    const about = (at: World, nowMs: number) =>
      listEvents(at, nowMs).filter(
        ({ type, terminal_id: id, timestamp }) =>
          type === 'compliance_expiration' && id === 'RL000101' && timestamp > '2026-11-02T15',
      );
    const noticeMs = Date.parse(about(soon, EPOCH_MS + 2 * DAY_MS)[0]?.timestamp ?? '');
    const renewed = injectAt(soon, { tenantId: TENANT, atMs: noticeMs }, [dated('2028-11-10', noticeMs)]);
    expect(about(renewed, noticeMs)).toEqual(about(soon, noticeMs));
    expect(about(renewed, noticeMs + 60_000).map(({ incident }) => incident?.state)).toEqual([
      ...about(soon, noticeMs).map(({ incident }) => incident?.state),
      'resolved',
    ]);
  });

  it('is the same whether causes are added together or one by one, with or without reads in between', () => {
    fc.assert(
      fc.property(fc.array(causes, { minLength: 2, maxLength: 5 }), (given) => {
        const ordered = given.toSorted((a, b) => a.atMs - b.atMs);
        let step = world;
        for (const cause of ordered) {
          step = inject(step, TENANT, [cause]);
          collectData(step, cause.atMs + DAY_MS);
        }
        expect(collectData(step, EPOCH_MS + 8 * DAY_MS)).toEqual(
          collectData(inject(generateWorld(5), TENANT, ordered), EPOCH_MS + 8 * DAY_MS),
        );
      }),
      { seed: 20261107, numRuns: chooseRuns(1, 8) },
    );
  });

  it('keeps the same row objects of loads that ended before', () => {
    const listRows = (scope: Scope) =>
      scope.terminal('RL000101')?.ledger.transactionsBetween(EPOCH_MS - 30 * DAY_MS, EPOCH_MS - 20 * DAY_MS) ?? [];
    const before = listRows(lookAt(world, KEY, EPOCH_MS));
    const cut: Cause = { type: 'line_cut', causeId: 'cau_1', atMs: EPOCH_MS, terminalId: 'RL000101', untilMs: null };
    const after = listRows(lookAt(inject(world, TENANT, [cut]), KEY, EPOCH_MS));
    expect(before.length).toBeGreaterThan(20);
    expect(after.every((row, index) => row === before[index])).toBe(true);
  });

  it('ignores a cause about an unknown object', () => {
    const lost: Cause = { type: 'line_cut', causeId: 'cau_1', atMs: EPOCH_MS, terminalId: 'XX000000', untilMs: null };
    expect(collectData(inject(world, TENANT, [lost]), EPOCH_MS + DAY_MS)).toEqual(
      collectData(world, EPOCH_MS + DAY_MS),
    );
  });

  it('has the same terminal objects as before after a reset of the tenant', () => {
    const cut: Cause = { type: 'line_cut', causeId: 'cau_1', atMs: EPOCH_MS, terminalId: 'RL000101', untilMs: null };
    const down: Cause = {
      type: 'connector_down',
      causeId: 'cau_2',
      atMs: EPOCH_MS,
      connectorId: 'con_rl_host',
      untilMs: null,
    };
    const caused = inject(inject(world, TENANT, [cut]), TENANT, [down]);
    const reset = applyEntry(caused, {
      tenantId: TENANT,
      position: position(caused.position + 1),
      facts: [{ type: 'tenant-reset', atMs: sandboxMs(EPOCH_MS), newIds: false }],
    });
    const generatedAt = (at: World) => at.tenants.get(TENANT)?.generated;
    expect(generatedAt(caused)).not.toBe(generatedAt(world));
    expect(generatedAt(reset)).toBe(generatedAt(world));
    expect(collectData(reset, EPOCH_MS + DAY_MS)).toEqual(collectData(world, EPOCH_MS + DAY_MS));
  });

  it('reports incidents of an account immediately, regardless of earlier reads', () => {
    const down: Cause = {
      type: 'connector_down',
      causeId: 'cau_1',
      atMs: EPOCH_MS + 60_000,
      connectorId: 'con_rl_host',
      untilMs: null,
    };
    const outages = (at: World) =>
      lookAt(at, KEY, EPOCH_MS + 3_600_000)
        .incidents()
        .filter(({ type, resolvedAtMs }) => type === 'processor_outage' && resolvedAtMs === null);
    expect(outages(world)).toEqual([]);
    expect(outages(inject(world, TENANT, [down])).length).toBeGreaterThan(0);
  });

  it('keeps a filed assessment until the next one', () => {
    const filed: Cause = {
      type: 'risk_assessed',
      causeId: 'cau_1',
      atMs: EPOCH_MS + 60_000,
      terminalId: 'RL000101',
      score: 91,
      drivers: ['robbery_reported'],
      isIncidentReport: true,
    };
    const riskAt = (at: World, ms: number) => {
      const scope = lookAt(at, KEY, ms);
      return scope.getRisk(scope.terminal('RL000101') as Terminal);
    };
    const after = inject(world, TENANT, [filed]);
    expect(riskAt(after, EPOCH_MS)).toEqual(riskAt(world, EPOCH_MS));
    const emitted = { score: 91, band: 'high', drivers: ['robbery_reported'] };
    expect(riskAt(after, EPOCH_MS + DAY_MS)).toMatchObject(emitted);
    expect(riskAt(after, EPOCH_MS + 9 * DAY_MS)).toMatchObject({ ...emitted, isReport: false });
    const changes = lookAt(after, KEY, EPOCH_MS + DAY_MS).happenings();
    expect(changes.filter(({ type, atMs }) => type === 'location_risk_change' && atMs > EPOCH_MS)).toHaveLength(1);
  });
});
