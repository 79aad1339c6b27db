import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../fixtures/time/dates.ts';
import { openScope } from '../../world/scope/scope.ts';
import { sandboxMs } from '../../world/state/time.ts';
import { EPOCH_MS, generateWorld } from '../../world/state/world.ts';
import { findSchemaFault, openTestScope, unwrapBody } from '../testing/test-scope.ts';
import { getTerminalStatus } from './status.ts';

function getStatus(key: string, terminalId: string, nowMs = EPOCH_MS) {
  return unwrapBody(
    getTerminalStatus(openTestScope(key, nowMs), { path: { terminal_id: terminalId }, query: {}, body: undefined }),
  );
}

const toCents = (money: string): number => Math.round(Number(money) * 100);

test('shows low cash in cassette, dispenser, alert and health', () => {
  const status = getStatus('sbx-northway-admin', 'NW104233');
  expect(status).toMatchObject({ operational_state: 'in_service', health: 'medium', comms: { state: 'online' } });
  expect(status.cash).toMatchObject({ dispenser_state: 'attention', amount_remaining: '1680.00', currency: 'USD' });
  expect(status.cash?.cassettes).toMatchObject([{ position: 'A', notes_remaining: 84, replenishment_status: 'low' }]);
  expect(status.open_alerts.map(({ type }) => type)).toContain('cash_low');
  expect(status.devices.find(({ device }) => device === 'receipt_printer')).toMatchObject({ condition: 'paper_low' });
});

test('shows an empty terminal as out of service', () => {
  const status = getStatus('sbx-northway-admin', 'NW100777');
  expect(status).toMatchObject({ operational_state: 'out_of_service', health: 'high' });
  expect(status.cash).toMatchObject({ dispenser_state: 'stop', amount_remaining: '0.00' });
  expect(status.cash?.cassettes).toMatchObject([{ notes_remaining: 0, replenishment_status: 'empty' }]);
  expect(status.open_alerts.map(({ type }) => type)).toContain('cash_out');
  expect(status.open_alerts.map(({ type }) => type)).not.toContain('cash_low');
});

test('shows a terminal with a full reject bin as out of service although it has cash', () => {
  const status = getStatus('sbx-northway-admin', 'NW100911');
  expect(status).toMatchObject({
    operational_state: 'out_of_service',
    health: 'high',
    cash: { dispenser_state: 'stop' },
  });
  expect(toCents(status.cash?.amount_remaining ?? '0.00')).toBeGreaterThan(0);
  expect(status.devices.find(({ device }) => device === 'cash_dispenser')).toMatchObject({
    condition: 'reject_bin_full',
    error_code: '20003',
    error_text: 'Reject bin full',
  });
  expect(status.open_alerts.map(({ type }) => type)).toContain('dispenser_fault');
});

test('shows a terminal with a cut line as offline and critical, with the cash and devices of its last message', () => {
  const status = getStatus('sbx-northway-admin', 'NW120451');
  expect(status).toMatchObject({ operational_state: 'offline', health: 'critical', comms: { state: 'offline' } });
  expect(status.comms.last_heartbeat_at).toMatch(/^2026-11-02T09:1/);
  expect(status.comms.last_sm_at).toBe(status.comms.last_heartbeat_at);
  expect(status.open_alerts).toMatchObject([{ type: 'heartbeat_stale', severity: 'critical' }]);
});

test('shows no measurements for a terminal that never reported', () => {
  const status = getStatus('sbx-meridian-admin', 'MR000900');
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

test('does not report a dial-up terminal with hourly heartbeats as late after 50 minutes', () => {
  const status = getStatus('sbx-meridian-admin', 'MR000707');
  const silentMinutes = (EPOCH_MS - Date.parse(status.comms.last_heartbeat_at ?? '')) / 60_000;
  expect(silentMinutes).toBeGreaterThan(50);
  expect(status).toMatchObject({ operational_state: 'in_service', comms: { state: 'online', link_type: 'dial' } });
  expect(status.comms.rsrp_dbm).toBeNull();
  expect(status.open_alerts.map(({ type }) => type)).not.toContain('heartbeat_stale');
});

test('shows an online terminal without transactions for nine days as idle', () => {
  const status = getStatus('sbx-delgado-owner', 'DG000202');
  expect(EPOCH_MS - Date.parse(status.comms.last_transaction_at ?? '')).toBeGreaterThan(7 * DAY_MS);
  expect(status).toMatchObject({ operational_state: 'in_service', health: 'idle', comms: { state: 'online' } });
});

test('shows a line that drops every few minutes at night as flapping, and as online by day', () => {
  const night = getStatus('sbx-redline-admin', 'RL000404', Date.UTC(2026, 10, 3, 7, 30));
  expect(night.comms.state).toBe('flapping');
  expect(night.comms.transitions_last_hour).toBeGreaterThanOrEqual(6);
  expect(night.open_alerts.map(({ type }) => type)).toContain('communication_flapping');
  expect(getStatus('sbx-redline-admin', 'RL000404').comms.state).toBe('online');
});

test('shows no measurements for a decommissioned terminal, and the state of a suspended one', () => {
  expect(getStatus('sbx-harbor-admin', 'HB200587')).toMatchObject({
    operational_state: 'suspended',
    health: 'suspended',
  });
  expect(getStatus('sbx-northway-admin', 'NW120678')).toMatchObject({
    operational_state: 'decommissioned',
    comms: { state: 'offline', last_heartbeat_at: null },
    cash: null,
    devices: [],
  });
});

describe('visibility of the status', () => {
  test('hides devices and software from a cash provider', () => {
    const whole = getStatus('sbx-northway-admin', 'NW104233');
    const cut = getStatus('sbx-cashco-vault', 'NW104233');
    expect(whole.devices.length).toBeGreaterThan(0);
    expect(whole.software).not.toBeNull();
    expect(cut).toMatchObject({ devices: [], software: null, cash: whole.cash, comms: whole.comms });
  });

  test('hides alerts that the role may not read', () => {
    const alertsFor = (key: string, terminalId: string) =>
      getStatus(key, terminalId).open_alerts.map(({ type }) => type);
    expect(alertsFor('sbx-northway-admin', 'NW110412')).toEqual(['compliance_expiration']);
    expect(alertsFor('sbx-northway-audit', 'NW110412')).toEqual(['compliance_expiration']);
    expect(alertsFor('sbx-northway-finance', 'NW110412')).toEqual([]);
    expect(alertsFor('sbx-northway-tech', 'NW100911')).toEqual(['dispenser_fault']);
  });

  test('shows devices to auditors and technicians', () => {
    expect(getStatus('sbx-northway-audit', 'NW104233').devices.length).toBeGreaterThan(0);
    expect(getStatus('sbx-northway-tech', 'NW104233').devices.length).toBeGreaterThan(0);
  });

  test('returns the same reply for a foreign and an unknown terminal', () => {
    const scope = openTestScope('sbx-harbor-admin');
    const request = (terminalId: string) =>
      getTerminalStatus(scope, { path: { terminal_id: terminalId }, query: {}, body: undefined });
    expect(request('HB200104')).toHaveProperty('body');
    expect(request('PN300115')).toEqual(request('ZZ999999'));
    expect(request('PN300115')).toMatchObject({ status: 404, problem: { code: 'not_found' } });
  });
});

describe('the status of all terminals on several days', () => {
  const owners = [
    'sbx-northway-admin',
    'sbx-delgado-owner',
    'sbx-hostile-admin',
    'sbx-meridian-admin',
    'sbx-redline-admin',
  ];
  const instants = [EPOCH_MS, EPOCH_MS + 3 * DAY_MS + 12_345_000, EPOCH_MS + 40 * DAY_MS + 4_321_000];
  const all = owners.flatMap((key) =>
    instants.flatMap((nowMs) =>
      openTestScope(key).terminals.map(({ terminalId }) => getStatus(key, terminalId, nowMs)),
    ),
  );

  test('is always valid', () => {
    expect(all).toHaveLength(3 * 80);
    const faults = all.map((status) => [status.terminal_id, findSchemaFault('TerminalStatus', status)]);
    expect(faults.filter(([, fault]) => fault !== undefined)).toEqual([]);
  });

  test('is invalid with a wrong value, a missing or an additional member', () => {
    const [status] = all;
    expect(findSchemaFault('TerminalStatus', { ...status, health: 'fine' })).toBeDefined();
    expect(findSchemaFault('TerminalStatus', { ...status, comms: undefined })).toBeDefined();
    expect(findSchemaFault('TerminalStatus', { ...status, pan: '4111' })).toBeDefined();
  });

  test('has cassettes that add up to the remaining amount, none with more than its load', () => {
    const withCash = all.flatMap(({ cash }) => cash ?? []);
    expect(withCash.length).toBeGreaterThan(200);
    for (const cash of withCash) {
      const sum = cash.cassettes.reduce((left, each) => left + each.notes_remaining * toCents(each.denomination), 0);
      expect(toCents(cash.amount_remaining)).toBe(sum);
      for (const each of cash.cassettes) expect(each.notes_remaining).toBeLessThanOrEqual(each.loaded_notes);
    }
  });

  test('has no contradiction between state, line, dispenser and alerts', () => {
    const alerted = (type: string) =>
      all.filter(({ open_alerts: alerts }) => alerts.some((alert) => alert.type === type));
    const filterByState = (state: string) => all.filter(({ operational_state: word }) => word === state);
    expect(alerted('cash_out').length).toBeGreaterThan(0);
    expect(filterByState('offline').length).toBeGreaterThan(0);

    for (const { cash } of alerted('cash_out')) expect(cash?.dispenser_state).toBe('stop');
    for (const { cash } of filterByState('in_service')) expect(cash?.dispenser_state).not.toBe('stop');
    for (const { comms, health } of filterByState('offline'))
      expect([comms.state, health]).toEqual(['offline', 'critical']);
    for (const { comms } of all)
      expect(comms.state === 'never_seen').toBe(comms.last_heartbeat_at === null && comms.state !== 'offline');
    for (const { comms, as_of: asOf } of all)
      expect(Date.parse(comms.last_sm_at ?? asOf)).toBeLessThanOrEqual(Date.parse(asOf));
  });

  test('is offline when its heartbeat alert has escalated', () => {
    const critical = all.filter(
      ({ open_alerts: alerts, comms }) =>
        comms.last_heartbeat_at !== null &&
        alerts.some(({ type, severity }) => type === 'heartbeat_stale' && severity === 'critical'),
    );
    expect(critical.length).toBeGreaterThan(0);
    for (const { comms, as_of: asOf } of critical) {
      const silentMs = Date.parse(asOf) - Date.parse(comms.last_heartbeat_at ?? asOf);
      // The heartbeat resumed, but not yet twice in a row.
      expect(comms.state === 'offline' || silentMs < 2 * comms.heartbeat_interval_seconds * 1000).toBe(true);
    }
  });
});

test('returns equal states for equal seeds and different ones for other seeds', () => {
  const seen = (seed: number) => {
    const scope = openScope(generateWorld(seed), 'sbx-redline-admin', sandboxMs(EPOCH_MS));
    return scope?.terminals.map((terminal) => scope.getState(terminal));
  };
  expect(seen(7)).toHaveLength(14);
  expect(seen(7)).toEqual(seen(7));
  expect(seen(7)).not.toEqual(seen(8));
});
