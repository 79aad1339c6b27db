import { describe, expect, test } from 'vitest';
import { openLedger } from '../../../fixtures/cash/ledger.ts';
import { createSampleSource, type Sample } from '../../../fixtures/testing/sample-source.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, parseInstantMs } from '../../../fixtures/time/calendar.ts';
import { EPOCH_MS } from '../../../fixtures/time/epoch.ts';
import type { Incident, Severity } from '../rules/incident.ts';
import type { Terminal } from '../state/tenant.ts';
import { computeUptime, getTerminalState } from './terminal-state.ts';

const quiet = {
  linkType: 'ethernet',
  heartbeatIntervalSeconds: 300,
  connectorIds: ['con_sample_host', 'con_sample_gateway', 'con_sample_rms'],
} as const;

/** Returns a terminal on a wired line, without generated events around noon of the day before the clock starts. */
function createTerminal({ terminal, ...sample }: Sample): Terminal {
  const source = createSampleSource({ ...sample, terminal: { comms: quiet, ...terminal } });
  const { terminalId } = source.terminal;
  return {
    terminalId,
    locationId: 'loc_0000000000',
    fixture: source.terminal,
    source,
    ledger: openLedger(source),
    groupIds: [],
  };
}

const NOON = '2026-11-01T17:00:00Z';
const NOON_MS = parseInstantMs(NOON);
const plain = createTerminal({});
const getState = (terminal: Terminal, nowMs: number, incidents: readonly Incident[] = []) => {
  const { operationalState, health, line } = getTerminalState(terminal, nowMs, incidents);
  return [operationalState, health, line.state];
};

function createIncident(type: Incident['type'], severity: Severity, more: Partial<Incident> = {}): Incident {
  const atMs = NOON_MS - HOUR_MS;
  return {
    incidentId: 'inc_01K8Z7A1B3C5D7E9F1G3H5J7KM',
    type,
    dedupeKey: type,
    accountId: 'acct_sample',
    terminalId: plain.terminalId,
    openedAtMs: atMs,
    escalations: [],
    resolvedAtMs: null,
    resolution: null,
    moments: [{ state: 'triggered', sequence: 1, atMs, severity, data: {}, title: type, summary: type }],
    ...more,
  };
}

test('a terminal on an ordinary day is in service and healthy', () => {
  expect(getState(plain, NOON_MS)).toEqual(['in_service', 'normal', 'online']);
});

describe('a line that is cut', () => {
  const cut = createTerminal({ terminal: { edges: { lineCuts: [{ from: NOON, to: '2026-11-04T17:00:00Z' }] } } });

  test('is late after 15 minutes, offline after an hour, and online with the first heartbeat', () => {
    expect(getState(cut, NOON_MS + 9 * MINUTE_MS)).toEqual(['in_service', 'normal', 'online']);
    expect(getState(cut, NOON_MS + 16 * MINUTE_MS)).toEqual(['in_service', 'low', 'stale']);
    expect(getState(cut, NOON_MS + 54 * MINUTE_MS)).toEqual(['in_service', 'low', 'stale']);
    expect(getState(cut, NOON_MS + 61 * MINUTE_MS)).toEqual(['offline', 'critical', 'offline']);
    expect(getState(cut, NOON_MS + 3 * DAY_MS + 6 * MINUTE_MS)).toEqual(['in_service', 'normal', 'online']);
  });

  test('shows the cash of the last message, even after a load', () => {
    const loadedMs = parseInstantMs('2026-11-02T17:00:00Z');
    const cashAt = { at: '2026-11-02T18:00:00Z', notes: 500, loadedAt: '2026-11-02T17:00:00Z' };
    const loaded = createTerminal({ terminal: { edges: { ...cut.fixture.edges, cashAt } } });
    expect(loaded.ledger.loadAt(loadedMs)?.atMs).toBe(loadedMs);
    const during = getTerminalState(loaded, loadedMs + HOUR_MS, []);
    expect(during.lastMessageMs).toBeLessThan(NOON_MS);
    expect(during.cash?.lastLoadedAtMs).toBeLessThan(NOON_MS);
    const after = getTerminalState(loaded, NOON_MS + 3 * DAY_MS + 6 * MINUTE_MS, []);
    expect(after.cash?.lastLoadedAtMs).toBe(loadedMs);
  });

  test('an hour without heartbeats is normal if that is the interval', () => {
    const comms = { linkType: 'dial', heartbeatIntervalSeconds: 3600, connectorIds: ['con_sample_host'] } as const;
    const dial = createTerminal({ terminal: { comms, edges: { lineCuts: [{ from: NOON, to: null }] } } });
    expect(getState(dial, NOON_MS + 119 * MINUTE_MS)).toEqual(['in_service', 'normal', 'online']);
    expect(getState(dial, NOON_MS + 181 * MINUTE_MS)).toEqual(['in_service', 'low', 'stale']);
    expect(getState(dial, NOON_MS + 361 * MINUTE_MS)).toEqual(['offline', 'critical', 'offline']);
  });
});

describe('the state as known from messages', () => {
  test('shows a fault from the next message on', () => {
    const fault = {
      device: 'cash_dispenser',
      from: NOON,
      to: '2026-11-01T20:00:00Z',
      state: 'hardware_error',
      condition: 'transport_inoperative',
      errorCode: null,
      errorText: 'Note transport jammed',
      isServiceAffecting: true,
    } as const;
    const jammed = createTerminal({ terminal: { edges: { deviceFaults: [fault] } } });
    expect(getState(jammed, NOON_MS)).toEqual(['in_service', 'normal', 'online']);
    expect(getState(jammed, NOON_MS + 6 * MINUTE_MS)).toEqual(['out_of_service', 'high', 'online']);
    expect(getTerminalState(jammed, NOON_MS + 6 * MINUTE_MS, []).cash?.dispenserState).toBe('stop');
    const printer = { ...fault, device: 'receipt_printer', condition: 'paper_out', isServiceAffecting: false } as const;
    const paperless = createTerminal({ terminal: { edges: { deviceFaults: [printer] } } });
    expect(getState(paperless, NOON_MS + 6 * MINUTE_MS)).toEqual(['degraded', 'normal', 'online']);
  });

  test('shows a load from its instant on', () => {
    const cashAt = { at: '2026-11-01T17:01:00Z', notes: 500, loadedAt: NOON };
    const { cash, lastMessageMs } = getTerminalState(createTerminal({ terminal: { edges: { cashAt } } }), NOON_MS, []);
    expect([lastMessageMs, cash?.lastLoadedAtMs]).toEqual([NOON_MS, NOON_MS]);
  });
});

test('the replenishment status of a cassette follows its notes', () => {
  const wordsFor = (notes: number) => {
    const cashAt = { at: '2026-11-01T17:01:00Z', notes, loadedAt: NOON };
    const { cash } = getTerminalState(createTerminal({ terminal: { edges: { cashAt } } }), NOON_MS + MINUTE_MS, []);
    const [cassette] = cash?.cassettes ?? [];
    return [cassette?.notesRemaining, cassette?.replenishment, cash?.dispenserState];
  };
  expect([1000, 950, 900, 101, 100, 1, 0].map(wordsFor)).toEqual([
    [1000, 'full', 'ok'],
    [950, 'high', 'ok'],
    [900, 'ok', 'ok'],
    [101, 'ok', 'ok'],
    [100, 'low', 'attention'],
    [1, 'low', 'attention'],
    [0, 'empty', 'stop'],
  ]);
});

describe('health', () => {
  const withOutage = (connectorId: string) => {
    const { tenant } = createSampleSource();
    const outages = [{ from: '2026-11-01T16:50:00Z', to: '2026-11-01T17:30:00Z' }];
    const connectors = tenant.connectors.map((each) =>
      each.connectorId === connectorId ? { ...each, outages } : each,
    );
    return createTerminal({ tenant: { connectors } });
  };

  test('is critical if the host is down, but not if remote management is', () => {
    expect(getState(withOutage('con_sample_host'), NOON_MS)[1]).toBe('critical');
    expect(getState(withOutage('con_sample_gateway'), NOON_MS)[1]).toBe('critical');
    expect(getState(withOutage('con_sample_rms'), NOON_MS)[1]).toBe('normal');
  });

  test('is medium for an open alert of medium severity or more', () => {
    const healthWith = (...incidents: Incident[]) => getState(plain, NOON_MS, incidents)[1];
    expect(healthWith(createIncident('compliance_expiration', 'low'))).toBe('normal');
    expect(healthWith(createIncident('compliance_expiration', 'medium'))).toBe('medium');
    expect(healthWith(createIncident('cash_low', 'high'))).toBe('medium');
    expect(healthWith(createIncident('cash_low', 'high', { resolvedAtMs: NOON_MS - 1 }))).toBe('normal');
    expect(healthWith(createIncident('heartbeat_stale', 'high'))).toBe('normal');
  });

  test('is medium with a poor signal', () => {
    const comms = { ...quiet, linkType: 'lte' } as const;
    const flapping = { changesPerHour: 8, fromHour: 2, toHour: 4 };
    const state = getTerminalState(createTerminal({ terminal: { comms, edges: { flapping } } }), NOON_MS, []);
    expect([state.line.signalQuality, state.line.state, state.health]).toEqual(['poor', 'online', 'medium']);
  });

  test('is idle after seven days without transactions, unless an alert is open', () => {
    const edges = { noCustomers: { from: '2026-10-20T00:00:00Z', to: '2026-11-20T00:00:00Z' } };
    const idle = createTerminal({ terminal: { edges } });
    expect(getState(idle, parseInstantMs('2026-10-26T12:00:00Z'))[1]).toBe('normal');
    expect(getState(idle, NOON_MS)[1]).toBe('idle');
    expect(getState(idle, NOON_MS, [createIncident('cash_low', 'medium')])[1]).toBe('medium');
  });
});

test('open alerts are those open now, with their current severity', () => {
  const escalated = createIncident('cash_low', 'medium');
  const [opening] = escalated.moments;
  if (opening === undefined) throw new Error('an incident has at least one moment');
  const worse = { ...opening, state: 'escalated', sequence: 2, atMs: NOON_MS, severity: 'high' } as const;
  const incidents = [
    { ...escalated, moments: [opening, worse] },
    createIncident('cash_out', 'critical', { resolvedAtMs: NOON_MS }),
    createIncident('dispenser_fault', 'critical', { openedAtMs: NOON_MS + 1 }),
  ];
  const alertsAt = (nowMs: number) =>
    getTerminalState(plain, nowMs, incidents).openAlerts.map(({ type, severity }) => [type, severity]);
  expect(alertsAt(NOON_MS - 1)).toEqual([
    ['cash_low', 'medium'],
    ['cash_out', 'critical'],
  ]);
  expect(alertsAt(NOON_MS)).toEqual([['cash_low', 'high']]);
});

test('the line is flapping while the alert is open, online or not', () => {
  const flapping = createIncident('communication_flapping', 'medium', { resolvedAtMs: NOON_MS + HOUR_MS });
  expect(getState(plain, NOON_MS, [flapping])).toEqual(['in_service', 'medium', 'flapping']);
  expect(getState(plain, NOON_MS + HOUR_MS, [flapping])).toEqual(['in_service', 'normal', 'online']);
});

test('a terminal out of service has heartbeats but no uptime', () => {
  const suspended = createTerminal({ terminal: { status: 'suspended' } });
  const state = getTerminalState(suspended, EPOCH_MS, []);
  expect(state).toMatchObject({ operationalState: 'suspended', health: 'suspended', line: { state: 'online' } });
  expect(computeUptime(suspended, EPOCH_MS)).toEqual({ last24hPercent: 0, last7dPercent: 0, last30dPercent: 0 });
  expect(computeUptime(plain, EPOCH_MS).last24hPercent).toBeGreaterThan(0);
});
