import { describe, expect, it } from 'vitest';
import { sample } from '../../../base/testing/depth.ts';
import { HOUR_MS, MINUTE_MS } from '../../../fixtures/time/dates.ts';
import type { Schemas } from '../../../spec/index.ts';
import {
  filterRowsBetween,
  isApprovedRow,
  isAttemptRow,
  requireLast,
  SandboxUser,
  TECHNICAL_RESPONSES,
} from './sandbox-user.ts';
import { expectVisibleEverywhere } from './visible-everywhere.ts';

/* Events about lines and hosts agree with status, connectors and rows. */

const parseInstant = (text: string | null | undefined): number => Date.parse(text ?? '');

describe.each(
  sample(
    [
      ['sbx-northway-admin', 'NW100112'],
      ['sbx-delgado-owner', 'DG000202'],
      ['sbx-meridian-admin', 'MR000606'],
    ] as const,
    1,
  ),
)('heartbeat_stale of %s at %s', (key, terminalId) => {
  it('agrees with the status, from stale to offline, until the heartbeat resumes', async () => {
    const user = new SandboxUser(key);
    await user.trigger('heartbeat_stale', { terminalId });
    const stale = requireLast(await user.events('heartbeat_stale', terminalId));
    await expectVisibleEverywhere(user, stale);
    const { comms } = await user.status(terminalId);
    const limitMs = Math.max(3 * comms.heartbeat_interval_seconds * 1000, 15 * MINUTE_MS);
    expect(comms.state).toBe('stale');
    expect(stale.data).toMatchObject({
      last_heartbeat_at: comms.last_heartbeat_at,
      heartbeat_interval_seconds: comms.heartbeat_interval_seconds,
      last_transaction_at: comms.last_transaction_at,
      link_type: comms.link_type,
      signal_quality: comms.signal_quality,
    });
    const silentMs = parseInstant(stale.timestamp) - parseInstant(comms.last_heartbeat_at);
    expect(stale.data.minutes_silent).toBe(Math.floor(silentMs / MINUTE_MS));
    expect(silentMs).toBeGreaterThan(limitMs);
    expect(silentMs - MINUTE_MS).toBeLessThanOrEqual(limitMs);
    const location = await user.get<Schemas['Location']>(`/v1/locations/${terminalId}`);
    expect(stale.data.location_name).toBe(location.name);

    const graveMs = Math.max(6 * comms.heartbeat_interval_seconds * 1000, HOUR_MS);
    await user.moveTo(parseInstant(comms.last_heartbeat_at) + graveMs + MINUTE_MS);
    const grave = requireLast(await user.events('heartbeat_stale', terminalId));
    expect(grave).toMatchObject({ severity: 'critical', incident: { state: 'escalated' } });
    await expectVisibleEverywhere(user, grave);
    const gone = await user.status(terminalId);
    expect(gone).toMatchObject({ operational_state: 'offline', health: 'critical', comms: { state: 'offline' } });

    await user.resolve('heartbeat_stale', { terminalId });
    const resumed = requireLast(await user.events('heartbeat_stale', terminalId));
    expect(resumed.incident).toMatchObject({ state: 'resolved', incident_id: stale.incident.incident_id });
    await expectVisibleEverywhere(user, resumed);
    const back = await user.status(terminalId);
    expect(back.comms.state).toBe('online');
    expect(back.comms.last_heartbeat_at).toBe(resumed.data.last_heartbeat_at);
    const meanwhile = (await user.rows(terminalId)).filter(
      ({ atMs }) => atMs > parseInstant(stale.timestamp) && atMs < parseInstant(grave.timestamp),
    );
    expect(meanwhile).toEqual([]);
  });
});

describe.each(
  sample(
    [
      ['sbx-northway-admin', 'NW100203'],
      ['sbx-redline-admin', 'RL000101'],
    ] as const,
    1,
  ),
)('communication_flapping of %s at %s', (key, terminalId) => {
  it('counts the same changes as the status, and suppresses heartbeat_stale', async () => {
    const user = new SandboxUser(key);
    await user.trigger('communication_flapping', { terminalId });
    const flapping = requireLast(await user.events('communication_flapping', terminalId));
    await expectVisibleEverywhere(user, flapping);
    const { comms } = await user.status(terminalId);
    expect(comms.state).toBe('flapping');
    expect(flapping.data).toMatchObject({
      transitions: comms.transitions_last_hour,
      window_minutes: 60,
      link_type: comms.link_type,
      connector_id: comms.connector_id,
    });
    expect(flapping.data.transitions).toBeGreaterThanOrEqual(6);
    expect(flapping.data.longest_offline_seconds).toBeLessThan(3600);
    await user.resolve('communication_flapping', { terminalId });
    const steady = requireLast(await user.events('communication_flapping', terminalId));
    expect(steady.incident).toMatchObject({ state: 'resolved', incident_id: flapping.incident.incident_id });
    await expectVisibleEverywhere(user, steady);
    const after = await user.status(terminalId);
    expect(after.comms).toMatchObject({ state: 'online', transitions_last_hour: steady.data.transitions });
    const silences = await user.events('heartbeat_stale', terminalId);
    expect(silences.filter(({ timestamp }) => timestamp > flapping.timestamp)).toEqual([]);
  });
});

type ConnectorStatus = Schemas['ConnectorStatus'];

describe.each(
  sample(
    [
      ['sbx-redline-admin', 'con_rl_host'],
      ['sbx-northway-admin', 'con_hyosunghost'],
    ] as const,
    1,
  ),
)('processor_outage of %s over %s', (key, connectorId) => {
  it("agrees with the connector, with the counts of the event's account", async () => {
    const user = new SandboxUser(key);
    const target = { connectorId };
    const statusNow = () => user.get<ConnectorStatus>(`/v1/connectors/${connectorId}/status`);
    const own = async () =>
      requireLast(
        (await user.events('processor_outage')).filter(({ incident }) => incident.dedupe_key.endsWith(connectorId)),
      );
    await user.trigger('processor_outage', target);
    const outage = await own();
    expect(outage.incident.state).toBe('triggered');
    await expectVisibleEverywhere(user, outage);
    const status = await statusNow();
    expect(status).toMatchObject({ status: 'down', open_incident_id: outage.incident.incident_id });
    expect(outage.data).toMatchObject({
      connector_id: connectorId,
      status: status.status,
      consecutive_echo_failures: status.echo.consecutive_failures,
    });
    expect(outage.data.consecutive_echo_failures).toBeGreaterThanOrEqual(3);
    // The status counts all visible terminals, the event those of one account.
    const portal = await user.portal();
    const findAccount = new Map(portal.terminals.map((one) => [one.terminal_id, one.account_id]));
    expect(outage.data.affected_terminal_count).toBeLessThanOrEqual(status.affected_terminal_count);
    expect(status.traffic_5m?.requests).toBeGreaterThanOrEqual(outage.data.requests);
    const shown = portal.connectors.find(({ connector_id: id }) => id === connectorId);
    expect(shown).toMatchObject({ status: 'down', name: outage.data.connector_name });

    await user.moveTo((await user.nowMs()) + 2 * HOUR_MS);
    await user.resolve('processor_outage', target);
    const over = await own();
    expect(over.incident).toMatchObject({ state: 'resolved', incident_id: outage.incident.incident_id });
    await expectVisibleEverywhere(user, over);
    expect(await statusNow()).toMatchObject({
      status: 'up',
      open_incident_id: null,
      echo: { consecutive_failures: 0 },
    });
    if (key !== 'sbx-redline-admin') return;
    // Every terminal of this account uses the host, so none was served during the outage.
    const rows = (await user.rows()).filter((row) => isAttemptRow(row) && findAccount.has(row.terminal_id));
    const during = filterRowsBetween(
      rows,
      outage.timestamp,
      new Date(parseInstant(over.timestamp) - 15 * MINUTE_MS).toISOString(),
    );
    expect(during.length).toBeGreaterThan(0);
    expect(during.filter(isApprovedRow)).toEqual([]);
    expect(new Set(during.map(({ response }) => response))).toEqual(new Set(['91']));
  });
});

it('matches past outages with the requests and failures of the rows', async () => {
  const user = new SandboxUser('sbx-redline-admin');
  const listed = await user.events('processor_outage');
  const rows = (await user.rows()).filter(isAttemptRow);
  expect(listed.length).toBeGreaterThan(1);
  for (const { data, timestamp } of listed) {
    const from = new Date(parseInstant(timestamp) - 5 * MINUTE_MS).toISOString();
    const window = filterRowsBetween(rows, from, timestamp);
    const failed = window.filter(({ response }) => TECHNICAL_RESPONSES.includes(response));
    expect(data.requests).toBe(window.length);
    expect(data.technical_declines).toBe(failed.length);
    expect(data.dominant_response).toBe(failed.length === 0 ? null : '91');
  }
});
