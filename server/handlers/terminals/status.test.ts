import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../fixtures/time/dates.ts';
import { openScope } from '../../world/scope/scope.ts';
import { sandboxMs } from '../../world/state/time.ts';
import { EPOCH_MS, generateWorld } from '../../world/state/world.ts';
import { bodyOf, schemaFault, scopeOf } from '../testing/scope-of-key.ts';
import { getTerminalStatus } from './status.ts';

function statusOf(key: string, terminalId: string, nowMs = EPOCH_MS) {
  return bodyOf(
    getTerminalStatus(scopeOf(key, nowMs), { path: { terminal_id: terminalId }, query: {}, body: undefined }),
  );
}

const cents = (money: string): number => Math.round(Number(money) * 100);

test('a terminal that runs low tells so in its cassette, its dispenser, its alert and its health', () => {
  const status = statusOf('sbx-northway-admin', 'NW104233');
  expect(status).toMatchObject({ operational_state: 'in_service', health: 'medium', comms: { state: 'online' } });
  expect(status.cash).toMatchObject({ dispenser_state: 'attention', amount_remaining: '1680.00', currency: 'USD' });
  expect(status.cash?.cassettes).toMatchObject([{ position: 'A', notes_remaining: 84, replenishment_status: 'low' }]);
  expect(status.open_alerts.map(({ type }) => type)).toContain('cash_low');
  expect(status.devices.find(({ device }) => device === 'receipt_printer')).toMatchObject({ condition: 'paper_low' });
});

test('an empty terminal stands still for want of cash, and is critical to its owner', () => {
  const status = statusOf('sbx-northway-admin', 'NW100777');
  expect(status).toMatchObject({ operational_state: 'out_of_service', health: 'high' });
  expect(status.cash).toMatchObject({ dispenser_state: 'stop', amount_remaining: '0.00' });
  expect(status.cash?.cassettes).toMatchObject([{ notes_remaining: 0, replenishment_status: 'empty' }]);
  expect(status.open_alerts.map(({ type }) => type)).toContain('cash_out');
  expect(status.open_alerts.map(({ type }) => type)).not.toContain('cash_low');
});

test('a full reject bin stops a terminal that has cash', () => {
  const status = statusOf('sbx-northway-admin', 'NW100911');
  expect(status).toMatchObject({
    operational_state: 'out_of_service',
    health: 'high',
    cash: { dispenser_state: 'stop' },
  });
  expect(cents(status.cash?.amount_remaining ?? '0.00')).toBeGreaterThan(0);
  expect(status.devices.find(({ device }) => device === 'cash_dispenser')).toMatchObject({
    condition: 'reject_bin_full',
    error_code: '20003',
    error_text: 'Reject bin full',
  });
  expect(status.open_alerts.map(({ type }) => type)).toContain('dispenser_fault');
});

test('a cut line makes a terminal offline and critical; cash and devices are those of its last message', () => {
  const status = statusOf('sbx-northway-admin', 'NW120451');
  expect(status).toMatchObject({ operational_state: 'offline', health: 'critical', comms: { state: 'offline' } });
  expect(status.comms.last_heartbeat_at).toMatch(/^2026-11-02T09:1/);
  expect(status.comms.last_sm_at).toBe(status.comms.last_heartbeat_at);
  expect(status.open_alerts).toMatchObject([{ type: 'heartbeat_stale', severity: 'critical' }]);
});

test('a terminal that never reported is known by name only', () => {
  const status = statusOf('sbx-meridian-admin', 'MR000900');
  expect(status).toMatchObject({
    operational_state: 'never_reported',
    health: 'unknown',
    comms: { state: 'never_seen', last_heartbeat_at: null, last_transaction_at: null, last_sm_at: null },
    cash: null,
    devices: [],
    uptime: null,
    open_alerts: [],
  });
  expect(status.software).toMatchObject({ application_version: null, clock_skew_seconds: null });
});

test('a dial-up terminal, heard once an hour, is not late in the fifties', () => {
  const status = statusOf('sbx-meridian-admin', 'MR000707');
  const silentMinutes = (EPOCH_MS - Date.parse(status.comms.last_heartbeat_at ?? '')) / 60_000;
  expect(silentMinutes).toBeGreaterThan(50);
  expect(status).toMatchObject({ operational_state: 'in_service', comms: { state: 'online', link_type: 'dial' } });
  expect(status.comms.rsrp_dbm).toBeNull();
  expect(status.open_alerts.map(({ type }) => type)).not.toContain('heartbeat_stale');
});

test('a terminal that nobody used for nine days is idle, though it is heard', () => {
  const status = statusOf('sbx-delgado-owner', 'DG000202');
  expect(EPOCH_MS - Date.parse(status.comms.last_transaction_at ?? '')).toBeGreaterThan(7 * DAY_MS);
  expect(status).toMatchObject({ operational_state: 'in_service', health: 'idle', comms: { state: 'online' } });
});

test('the line that drops every few minutes at night is flapping, and steady again by day', () => {
  const night = statusOf('sbx-redline-admin', 'RL000404', Date.UTC(2026, 10, 3, 7, 30));
  expect(night.comms.state).toBe('flapping');
  expect(night.comms.transitions_last_hour).toBeGreaterThanOrEqual(6);
  expect(night.open_alerts.map(({ type }) => type)).toContain('communication_flapping');
  expect(statusOf('sbx-redline-admin', 'RL000404').comms.state).toBe('online');
});

test('of a suspended terminal and of one that is gone there is no more than is known', () => {
  expect(statusOf('sbx-harbor-admin', 'HB200587')).toMatchObject({
    operational_state: 'suspended',
    health: 'suspended',
  });
  expect(statusOf('sbx-northway-admin', 'NW120678')).toMatchObject({
    operational_state: 'decommissioned',
    comms: { state: 'offline', last_heartbeat_at: null },
    cash: null,
    devices: [],
  });
});

describe('who is shown what', () => {
  test('a cash provider sees cash and line, not devices and software', () => {
    const whole = statusOf('sbx-northway-admin', 'NW104233');
    const cut = statusOf('sbx-cashco-vault', 'NW104233');
    expect(whole.devices.length).toBeGreaterThan(0);
    expect(whole.software).not.toBeNull();
    expect(cut).toMatchObject({ devices: [], software: null, cash: whole.cash, comms: whole.comms });
  });

  test('an alert is for those who may read what it is about', () => {
    const alertsFor = (key: string, terminalId: string) =>
      statusOf(key, terminalId).open_alerts.map(({ type }) => type);
    expect(alertsFor('sbx-northway-admin', 'NW110412')).toEqual(['compliance_expiration']);
    expect(alertsFor('sbx-northway-audit', 'NW110412')).toEqual(['compliance_expiration']);
    expect(alertsFor('sbx-northway-finance', 'NW110412')).toEqual([]);
    expect(alertsFor('sbx-northway-tech', 'NW100911')).toEqual(['dispenser_fault']);
  });

  test('an auditor and a technician see the devices', () => {
    expect(statusOf('sbx-northway-audit', 'NW104233').devices.length).toBeGreaterThan(0);
    expect(statusOf('sbx-northway-tech', 'NW104233').devices.length).toBeGreaterThan(0);
  });

  test("a stranger's terminal and one that never existed get the same answer", () => {
    const scope = scopeOf('sbx-harbor-admin');
    const ask = (terminalId: string) =>
      getTerminalStatus(scope, { path: { terminal_id: terminalId }, query: {}, body: undefined });
    expect(ask('HB200104')).toHaveProperty('body');
    expect(ask('PN300115')).toEqual(ask('ZZ999999'));
    expect(ask('PN300115')).toMatchObject({ status: 404, problem: { code: 'not_found' } });
  });
});

describe('over all fleets and some days', () => {
  const owners = [
    'sbx-northway-admin',
    'sbx-delgado-owner',
    'sbx-hostile-admin',
    'sbx-meridian-admin',
    'sbx-redline-admin',
  ];
  const instants = [EPOCH_MS, EPOCH_MS + 3 * DAY_MS + 12_345_000, EPOCH_MS + 40 * DAY_MS + 4_321_000];
  const all = owners.flatMap((key) =>
    instants.flatMap((nowMs) => scopeOf(key).terminals.map(({ terminalId }) => statusOf(key, terminalId, nowMs))),
  );

  test('every status keeps the contract', () => {
    expect(all).toHaveLength(3 * 80);
    const faults = all.map((status) => [status.terminal_id, schemaFault('TerminalStatus', status)]);
    expect(faults.filter(([, fault]) => fault !== undefined)).toEqual([]);
  });

  test('the contract would notice: a wrong word, a missing and an additional member', () => {
    const [status] = all;
    expect(schemaFault('TerminalStatus', { ...status, health: 'fine' })).toBeDefined();
    expect(schemaFault('TerminalStatus', { ...status, comms: undefined })).toBeDefined();
    expect(schemaFault('TerminalStatus', { ...status, pan: '4111' })).toBeDefined();
  });

  test('cassettes add up to the amount that remains, and none holds more than it was loaded with', () => {
    const withCash = all.flatMap(({ cash }) => cash ?? []);
    expect(withCash.length).toBeGreaterThan(200);
    for (const cash of withCash) {
      const sum = cash.cassettes.reduce((left, each) => left + each.notes_remaining * cents(each.denomination), 0);
      expect(cents(cash.amount_remaining)).toBe(sum);
      for (const each of cash.cassettes) expect(each.notes_remaining).toBeLessThanOrEqual(each.loaded_notes);
    }
  });

  test('state, line, dispenser and alerts never contradict each other', () => {
    const alerted = (type: string) =>
      all.filter(({ open_alerts: alerts }) => alerts.some((alert) => alert.type === type));
    const standing = (state: string) => all.filter(({ operational_state: word }) => word === state);
    expect(alerted('cash_out').length).toBeGreaterThan(0);
    expect(standing('offline').length).toBeGreaterThan(0);

    for (const { cash } of alerted('cash_out')) expect(cash?.dispenser_state).toBe('stop');
    for (const { cash } of standing('in_service')) expect(cash?.dispenser_state).not.toBe('stop');
    for (const { comms, health } of standing('offline')) expect([comms.state, health]).toEqual(['offline', 'critical']);
    for (const { comms } of all)
      expect(comms.state === 'never_seen').toBe(comms.last_heartbeat_at === null && comms.state !== 'offline');
    for (const { comms, as_of: asOf } of all)
      expect(Date.parse(comms.last_sm_at ?? asOf)).toBeLessThanOrEqual(Date.parse(asOf));
  });

  test('a terminal seen as late for its escalated alert is seen as offline', () => {
    const critical = all.filter(
      ({ open_alerts: alerts, comms }) =>
        comms.last_heartbeat_at !== null &&
        alerts.some(({ type, severity }) => type === 'heartbeat_stale' && severity === 'critical'),
    );
    expect(critical.length).toBeGreaterThan(0);
    for (const { comms, as_of: asOf } of critical) {
      const silentMs = Date.parse(asOf) - Date.parse(comms.last_heartbeat_at ?? asOf);
      // Heard again, but not yet twice in a row.
      expect(comms.state === 'offline' || silentMs < 2 * comms.heartbeat_interval_seconds * 1000).toBe(true);
    }
  });
});

test('equal seeds give equal answers, other seeds other ones', () => {
  const seen = (seed: number) => {
    const scope = openScope(generateWorld(seed), 'sbx-redline-admin', sandboxMs(EPOCH_MS));
    return scope?.terminals.map((terminal) => scope.statusOf(terminal));
  };
  expect(seen(7)).toHaveLength(14);
  expect(seen(7)).toEqual(seen(7));
  expect(seen(7)).not.toEqual(seen(8));
});
