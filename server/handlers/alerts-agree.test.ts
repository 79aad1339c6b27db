import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS, parseInstantMs } from '../../fixtures/time/calendar.ts';
import { EPOCH_MS } from '../../fixtures/time/epoch.ts';
import { collectEvents, type FleetEvent } from '../world/events/events.ts';
import { listAlertEntries } from './feeds/alert-entries.ts';
import { getAccountFeed } from './feeds/feeds.ts';
import { mayReadAlert } from './terminals/alert-access.ts';
import { getConnectorStatus } from './terminals/connectors.ts';
import { getLocation } from './terminals/locations.ts';
import { getTerminalStatus } from './terminals/status.ts';
import { BASE_URL, openTestScope, unwrapBody, world } from './testing/test-scope.ts';

const listEventsUntil = (tenantId: string, nowMs: number): readonly FleetEvent[] => {
  const state = world.tenants.get(tenantId);
  if (state === undefined) throw new Error(`no tenant ${tenantId}`);
  return collectEvents(state, { fromMs: EPOCH_MS - 35 * DAY_MS, toMs: nowMs + 1 });
};
const getStatus = (key: string, connectorId: string, nowMs: number) =>
  unwrapBody(
    getConnectorStatus(openTestScope(key, nowMs), { path: { connector_id: connectorId }, query: {}, body: undefined }),
  );

describe('an outage of a processor host', () => {
  const duringMs = parseInstantMs('2026-10-25T03:30:00Z');
  const opened = listEventsUntil('acct_redline', duringMs).find(({ type }) => type === 'processor_outage');

  it('is the open incident of its connector while it lasts', () => {
    expect(getStatus('sbx-redline-admin', 'con_rl_host', duringMs)).toMatchObject({
      status: 'down',
      open_incident_id: opened?.incident?.incident_id,
    });
    expect(opened).toBeDefined();
    expect(getStatus('sbx-redline-admin', 'con_rl_lte', duringMs).open_incident_id).toBeNull();
    expect(getStatus('sbx-redline-admin', 'con_rl_host', duringMs + 60 * MINUTE_MS).open_incident_id).toBeNull();
  });

  it('has a separate incident for each account, and none for users without an account scope', () => {
    const nightMs = parseInstantMs('2026-10-20T06:20:00Z');
    const incidentIdFor = (key: string) => getStatus(key, 'con_hyosunghost', nightMs).open_incident_id;
    const ids = ['sbx-northway-admin', 'sbx-harbor-admin', 'sbx-pine-admin'].map(incidentIdFor);
    expect(ids.every((id) => id !== null)).toBe(true);
    expect(new Set(ids).size).toBe(3);
    expect(incidentIdFor('sbx-northway-tech')).toBeNull();
    expect(incidentIdFor('sbx-northway-ops')).toBe(ids[0]);
  });
});

describe('alerts in feeds', () => {
  it('match the events of the tenant, each once', () => {
    for (const [key, tenantId] of [
      ['sbx-redline-admin', 'acct_redline'],
      ['sbx-northway-admin', 'acct_northway'],
    ] as const) {
      const entries = listAlertEntries(openTestScope(key), 15).filter(({ atMs }) => atMs >= EPOCH_MS - 35 * DAY_MS);
      const events = listEventsUntil(tenantId, EPOCH_MS);
      expect(events.length).toBeGreaterThan(100);
      const getId = ({ id, incident }: FleetEvent): string => {
        if (incident === null) return id;
        const { incident_id, state, sequence } = incident;
        return state === 'triggered' ? incident_id : `${incident_id}:${state}:${sequence}`;
      };
      expect(entries.map(({ id }) => id).toSorted()).toEqual(events.map(getId).toSorted());
    }
  });

  it('link to the portal for accounts and to the status for terminals', () => {
    const scope = openTestScope('sbx-redline-admin', parseInstantMs('2026-10-25T04:05:00Z'));
    const reply = getAccountFeed(scope, { path: {}, query: {}, body: undefined });
    if (reply.status !== 200) throw new Error('refused');
    const outage = reply.body.items.find(({ title }) => title.includes('No response from Redline processor host'));
    expect(outage).toMatchObject({
      link: `${BASE_URL}/v1/portal`,
      title: expect.stringMatching(/^\[critical\] No response/),
    });
    const drop = reply.body.items.find(({ title }) => /^\[\w+\] RL\d{6} /.test(title));
    expect(drop?.link).toMatch(/\/v1\/terminals\/RL\d{6}\/status-monitoring$/);
  });

  it('include only alerts that the role may read, and account alerts only for roles with whole accounts', () => {
    const matters = (key: string) =>
      listAlertEntries(openTestScope(key), 15)
        .filter(({ terminalId }) => terminalId === undefined)
        .map(({ title }) => title);
    expect(matters('sbx-northway-admin').some((title) => title.includes('Settlement of 2026-10-28'))).toBe(true);
    expect(matters('sbx-northway-ops').some((title) => title.includes('Settlement'))).toBe(false);
    expect(matters('sbx-northway-disputes').some((title) => title.includes('No response'))).toBe(false);
    for (const key of ['sbx-northway-tech', 'sbx-northway-store', 'sbx-cashco-vault']) expect(matters(key)).toEqual([]);
    const merchant = openTestScope('sbx-northway-store');
    expect(mayReadAlert(merchant.rules, 'command_failed')).toBe(false);
  });
});

describe('the open alerts of a terminal', () => {
  it('are those of its unresolved events', () => {
    const scope = openTestScope('sbx-redline-admin');
    const reply = unwrapBody(
      getTerminalStatus(scope, { path: { terminal_id: 'RL000666' }, query: {}, body: undefined }),
    );
    expect(reply.open_alerts.map(({ type }) => type)).toContain('decline_spike');
    expect(reply.health).toBe('medium');
    const spike = reply.open_alerts.find(({ type }) => type === 'decline_spike');
    expect(spike?.severity).toBe('high');
  });
});

describe('the risk of a location', () => {
  it('matches the latest risk event', () => {
    const nowMs = EPOCH_MS + 90 * DAY_MS;
    const changes = listEventsUntil('acct_northway', nowMs).filter(({ type }) => type === 'location_risk_change');
    expect(changes.length).toBeGreaterThan(1);
    for (const { terminal_id: id, timestamp, data } of changes) {
      const scope = openTestScope('sbx-northway-admin', parseInstantMs(timestamp));
      const { risk } = unwrapBody(getLocation(scope, { path: { terminal_id: id ?? '' }, query: {}, body: undefined }));
      expect(risk).toEqual({
        band: data.new_band,
        score: data.new_score,
        assessed_at: data.assessed_at,
        drivers: data.drivers,
      });
    }
  });
});
