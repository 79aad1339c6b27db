import { expect } from 'vitest';
import type { SandboxUser, UserEvent } from './sandbox-user.ts';

/**
 * Expects a recent event in all resources: incidents, the feeds of its terminal and account, the open alerts of the
 * terminal, and the portal.
 */
export async function expectVisibleEverywhere(user: SandboxUser, event: UserEvent): Promise<void> {
  const { incident, terminal_id: terminalId, severity, timestamp } = event;
  if (incident !== null) await expectIncident(user, event);

  const state = incident?.state ?? 'point';
  const id = incident === null ? event.id : incident.incident_id;
  const guid = `urn:fleet:alert:${id}${state === 'point' || state === 'triggered' ? '' : `:${state}:${incident?.sequence}`}`;
  const mark = `[${state === 'resolved' ? state : severity}] ${terminalId === null ? '' : `${terminalId} `}`;
  for (const place of terminalId === null ? [undefined] : [undefined, terminalId]) {
    const items = (await user.alerts(place)).filter((item) => item.guid === guid);
    expect(items).toHaveLength(1);
    expect(items[0]?.atMs).toBe(Date.parse(timestamp));
    expect(items[0]?.title.startsWith(mark)).toBe(true);
  }
  if (terminalId !== null) await expectTerminal(user, event, terminalId);
}

async function expectIncident(user: SandboxUser, { type, incident, terminal_id, account_id, ...event }: UserEvent) {
  if (incident === null) return;
  const listed = await user.incident(incident.incident_id);
  expect(listed).toMatchObject({
    type,
    dedupe_key: incident.dedupe_key,
    account_id,
    terminal_id,
    severity: event.severity,
    opened_at: incident.opened_at,
    resolved_at: incident.resolved_at,
    resolution: incident.resolution,
  });
  expect(listed?.moments.at(-1)).toMatchObject({
    sequence: incident.sequence,
    state: incident.state,
    at: event.timestamp,
    severity: event.severity,
  });
}

async function expectTerminal(user: SandboxUser, { type, incident, severity }: UserEvent, terminalId: string) {
  const status = await user.status(terminalId);
  const open = status.open_alerts.filter(({ incident_id: id }) => id === incident?.incident_id);
  const alert = { incident_id: incident?.incident_id, type, severity, opened_at: incident?.opened_at };
  expect(open).toEqual(incident === null || incident.state === 'resolved' ? [] : [alert]);
  const portal = await user.portal();
  const own = portal.terminals.find((terminal) => terminal.terminal_id === terminalId);
  expect(own).toMatchObject({
    operational_state: status.operational_state,
    health: status.health,
    last_heartbeat_at: status.comms.last_heartbeat_at,
    amount_remaining: status.cash?.amount_remaining ?? null,
  });
}
