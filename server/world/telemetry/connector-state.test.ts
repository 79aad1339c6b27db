import { describe, expect, test } from 'vitest';
import type { ConnectorFixture } from '../../../fixtures/model/model.ts';
import { DAY_MS, MINUTE_MS, parseInstantMs } from '../../../fixtures/time/calendar.ts';
import type { VisibleConnector } from '../state/tenant.ts';
import { EPOCH_MS, generateWorld } from '../state/world.ts';
import { computePercentile95, getConnectorState } from './connector-state.ts';

const world = generateWorld(1);

function findConnector(connectorId: string, keep: (terminalId: string) => boolean = () => true): VisibleConnector {
  for (const { generated } of world.tenants.values()) {
    const fixture = generated.fixture.connectors.find((each) => each.connectorId === connectorId);
    if (fixture === undefined) continue;
    const terminals = generated.terminals.filter(
      (each) => each.fixture.comms.connectorIds.includes(connectorId) && keep(each.terminalId),
    );
    return { fixture, terminals };
  }
  throw new Error(`no connector ${connectorId}`);
}

const plain: ConnectorFixture = {
  connectorId: 'con_plain',
  name: 'Plain host',
  connectorType: 'processor_host',
  protocol: 'triton_standard',
  transport: 'tcp_tls',
  direction: 'terminal_to_host',
  accountId: 'acct_plain',
  isPrimary: true,
  failoverConnectorId: null,
  groupIds: [],
  createdAt: '2025-01-01T00:00:00Z',
  tls: null,
  keyScheme: 'tr31',
  outages: [],
};
const getState = (more: Partial<ConnectorFixture>, nowMs: number) =>
  getConnectorState({ fixture: { ...plain, ...more }, terminals: [] }, nowMs);

describe('an outage', () => {
  const from = '2026-10-24T23:10:00-04:00';
  const to = '2026-10-24T23:52:00-04:00';
  const fromMs = parseInstantMs(from);
  const toMs = parseInstantMs(to);
  const at = (nowMs: number) => getState({ outages: [{ from, to }] }, nowMs);

  test('is degraded after one failed check, and down after three consecutive ones', () => {
    expect(at(fromMs - 1)).toMatchObject({ status: 'up', statusReason: null, echo: { consecutiveFailures: 0 } });
    expect(at(fromMs + MINUTE_MS)).toMatchObject({ status: 'degraded', echo: { consecutiveFailures: 1 } });
    expect(at(fromMs + 2 * MINUTE_MS)).toMatchObject({ status: 'degraded', echo: { consecutiveFailures: 2 } });
    const down = at(fromMs + 3 * MINUTE_MS);
    expect(down).toMatchObject({ status: 'down', sinceMs: down.checkedAtMs, echo: { consecutiveFailures: 3 } });
  });

  test('keeps its start while failures are counted and the age of the last response increases', () => {
    const soon = at(fromMs + 5 * MINUTE_MS);
    const late = at(toMs - 1);
    expect(late).toMatchObject({ status: 'down', sinceMs: soon.sinceMs, echo: { lastOkAtMs: soon.echo.lastOkAtMs } });
    expect(late.echo.consecutiveFailures).toBe(42);
    expect(late.echo.lastOkAtMs).toBeLessThan(fromMs);
  });

  test('ends after three successful checks', () => {
    expect(at(toMs + MINUTE_MS)).toMatchObject({ status: 'degraded', echo: { consecutiveFailures: 0 } });
    const back = at(toMs + 3 * MINUTE_MS);
    expect(back).toMatchObject({ status: 'up', statusReason: null, sinceMs: back.checkedAtMs });
    expect(at(toMs + 9 * DAY_MS).sinceMs).toBe(back.sinceMs);
  });

  test('skips the key exchange of that day', () => {
    const night = { from: '2026-10-24T04:00:00Z', to: '2026-10-24T06:00:00Z' };
    const noonMs = parseInstantMs('2026-10-24T12:00:00Z');
    const missed = getState({ outages: [night] }, noonMs).keyExchange.lastOkAtMs ?? 0;
    const made = getState({}, noonMs).keyExchange.lastOkAtMs ?? 0;
    expect(made - missed).toBe(DAY_MS);
    expect(made).toBeGreaterThan(parseInstantMs('2026-10-24T04:59:59Z'));
  });
});

test('an outage between two checks has no effect', () => {
  const fromMs = EPOCH_MS - 10 * MINUTE_MS;
  const text = (ms: number) => `2026-11-02T14:50:${String(ms / 1000).padStart(2, '0')}Z`;
  const seen = Array.from({ length: 60 }, (_, second) =>
    getState({ outages: [{ from: text(second * 1000), to: `${text(second * 1000).slice(0, -1)}.500Z` }] }, EPOCH_MS),
  ).filter(({ sinceMs }) => sinceMs !== parseInstantMs(plain.createdAt));
  expect(seen).toHaveLength(1);
  expect(seen[0]?.sinceMs).toBeGreaterThan(fromMs);
});

describe('members that do not apply to a connector are null', () => {
  test('a bank has no transactions and no echo tests', () => {
    expect(getConnectorState(findConnector('con_nw_odfi'), EPOCH_MS)).toMatchObject({
      status: 'up',
      traffic: null,
      tls: null,
      tunnel: null,
      echo: { lastOkAtMs: null, roundTripMs: null },
      keyExchange: { lastOkAtMs: null, scheme: 'not_applicable' },
    });
  });

  test('a link that is not in use was never checked', () => {
    expect(getConnectorState(findConnector('con_nw_contactless'), EPOCH_MS)).toMatchObject({
      status: 'not_activated',
      sinceMs: null,
      checkedAtMs: null,
      traffic: null,
      echo: { lastOkAtMs: null },
      keyExchange: { lastOkAtMs: null },
    });
  });

  test('a tunnel has no own traffic, and is down in maintenance', () => {
    const state = getConnectorState(findConnector('con_nw_tunnel'), EPOCH_MS);
    expect(state).toMatchObject({
      status: 'maintenance',
      traffic: null,
      tunnel: { state: 'down', sinceMs: state.sinceMs },
    });
    const up = getState({ connectorType: 'vpn_tunnel', transport: 'ipsec' }, EPOCH_MS).tunnel;
    expect(up?.state).toBe('established');
    expect(EPOCH_MS - (up?.lastRekeyAtMs ?? 0)).toBeLessThan(3_600_000);
  });

  test('the days until the end of a certificate decrease, below zero too', () => {
    const tls = { minVersion: '1.2', certificateExpiresAt: '2026-11-04T15:00:00Z' } as const;
    const daysAt = (nowMs: number) => getState({ tls }, nowMs).tls?.daysToExpiry;
    expect([EPOCH_MS, EPOCH_MS + 1, EPOCH_MS + 2 * DAY_MS, EPOCH_MS + 2 * DAY_MS + 1].map(daysAt)).toEqual([
      2, 1, 0, -1,
    ]);
  });
});

describe('traffic of five minutes', () => {
  const outageMs = parseInstantMs('2026-10-24T23:30:00-04:00');

  test('contains only visible terminals, and adds up', () => {
    const whole = findConnector('con_rl_host');
    const part = findConnector('con_rl_host', (terminalId) => terminalId < 'RL000400');
    expect(part.terminals.length).toBeLessThan(whole.terminals.length);
    let busy = 0;
    for (let nowMs = outageMs - DAY_MS; nowMs < outageMs + DAY_MS; nowMs += 17 * MINUTE_MS) {
      const all = getConnectorState(whole, nowMs).traffic;
      const some = getConnectorState(part, nowMs).traffic;
      if (all === null || some === null) throw new Error('a host carries transactions');
      expect(all.approved + all.businessDeclines + all.technicalDeclines).toBe(all.requests);
      expect(all.timeouts).toBeLessThanOrEqual(all.technicalDeclines);
      expect(all.p95Ms === null).toBe(all.requests === 0);
      expect(some.requests).toBeLessThanOrEqual(all.requests);
      if (some.requests < all.requests) busy += 1;
    }
    expect(busy).toBeGreaterThan(20);
  });

  test('in an outage of the host has only technical declines', () => {
    const whole = findConnector('con_rl_host');
    const samples = [8, 15, 22, 29, 36].flatMap((minutes) => {
      const { status, traffic } = getConnectorState(
        whole,
        parseInstantMs('2026-10-24T23:10:00-04:00') + minutes * MINUTE_MS,
      );
      expect(status).toBe('down');
      return traffic === null ? [] : [traffic];
    });
    expect(samples.reduce((sum, { requests }) => sum + requests, 0)).toBeGreaterThan(0);
    for (const { requests, technicalDeclines } of samples) expect(technicalDeclines).toBe(requests);
  });

  test('counts attempts, not reversals', () => {
    const host = findConnector('con_rl_host', (terminalId) => terminalId === 'RL000120');
    const rows = host.terminals.flatMap(({ ledger }) => ledger.transactionsBetween(EPOCH_MS - 35 * DAY_MS, EPOCH_MS));
    const reversals = rows.filter(({ type }) => type === 'reversal');
    expect(reversals.length).toBeGreaterThan(2);
    for (const { atMs } of reversals) {
      const recent = rows.filter((row) => row.atMs > atMs - 5 * MINUTE_MS && row.atMs <= atMs);
      const attempts = recent.filter(({ type }) => type !== 'reversal');
      expect(getConnectorState(host, atMs).traffic?.requests).toBe(attempts.length);
      expect(attempts.length).toBeLessThan(recent.length);
    }
  });

  test('the 95th percentile is one of the values', () => {
    expect(computePercentile95([])).toBeNull();
    expect(computePercentile95([70])).toBe(70);
    expect(computePercentile95(Array.from({ length: 100 }, (_, index) => 100 - index))).toBe(95);
  });
});
