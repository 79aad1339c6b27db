import RssParser from 'rss-parser';
import { describe, expect, test } from 'vitest';
import { scenarios } from '../../fixtures/scenarios/index.ts';
import type { Connector, ConnectorStatus, PortalSnapshot, TerminalStatus, TransactionRow } from '../../spec/index.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { type Sandbox, startSandbox } from '../library/index.ts';
import { readIncident } from './match-events.ts';
import type { PlayedScenario, WebhookEvent } from './played-scenario.ts';

/* Plays every scenario on several seeds, then compares the API, the feeds and the control plane. */

const seeds = [1, 2026];

/** Returns functions that send requests as the watcher of a scenario. */
function createWatcherRequests(sandbox: Sandbox, { scenario }: PlayedScenario) {
  const headers = { 'X-API-Key': sandbox.keys[scenario.watcher] ?? '' };
  const text = async (path: string): Promise<string> => (await sandbox.fetch(path, { headers })).text();
  return { text, json: async <Body>(path: string): Promise<Body> => JSON.parse(await text(path)) };
}

/** Returns the guid of an event in a feed. */
function formatGuid(event: WebhookEvent): string {
  const incident = 'incident' in event ? event.incident : null;
  if (incident === null) return `urn:fleet:alert:${event.id}`;
  const { incident_id: id, state, sequence } = incident;
  return `urn:fleet:alert:${state === 'triggered' ? id : `${id}:${state}:${sequence}`}`;
}

async function expectTerminalToAgree(sandbox: Sandbox, played: PlayedScenario, terminalId: string): Promise<void> {
  const { json, text } = createWatcherRequests(sandbox, played);
  const status = await json<TerminalStatus>(`/v1/terminals/${terminalId}/status-monitoring`);
  const open = await json<SandboxSchemas['IncidentList']>(`/sandbox/incidents?terminal_id=${terminalId}&state=open`);
  const listIds = (list: readonly { readonly incident_id: string }[]) => list.map(({ incident_id: id }) => id).sort();
  expect(listIds(status.open_alerts)).toEqual(listIds(open.data));

  const { terminals } = await json<PortalSnapshot>('/v1/portal');
  const { operational_state: state, health, cash } = status;
  expect(terminals.find(({ terminal_id: id }) => id === terminalId)).toMatchObject({
    operational_state: state,
    health,
    amount_remaining: cash?.amount_remaining,
  });

  const feed = await new RssParser().parseString(await text(`/v1/feeds/terminals/${terminalId}.xml`));
  const recorded = played.steps.flatMap(({ events }) => events).map(({ event }) => event);
  const guids = recorded.filter(({ terminal_id: id }) => id === terminalId).map(formatGuid);
  expect(feed.items.map(({ guid }) => guid)).toEqual(expect.arrayContaining(guids));

  type Rows = { readonly data: readonly TransactionRow[] };
  const own = await json<Rows>(`/v1/terminals/${terminalId}/transactions?limit=100`);
  const filtered = await json<Rows>(`/v1/transactions?terminal_id=${terminalId}&limit=100`);
  expect(own.data.length).toBeGreaterThan(0);
  expect(own.data).toEqual(filtered.data);
}

async function expectConnectorsToAgree(sandbox: Sandbox, played: PlayedScenario): Promise<void> {
  const { json } = createWatcherRequests(sandbox, played);
  const { data } = await json<{ readonly data: readonly Connector[] }>('/v1/connectors');
  expect(data.length).toBeGreaterThan(0);
  const open = await json<SandboxSchemas['IncidentList']>('/sandbox/incidents?type=processor_outage&state=open');
  for (const { connector_id: id, status } of data) {
    const shown = await json<ConnectorStatus>(`/v1/connectors/${id}/status`);
    expect(shown.status).toBe(status);
    const incident = open.data.find(({ dedupe_key: key }) => key.endsWith(`:${id}`));
    expect(shown.open_incident_id).toBe(incident?.incident_id ?? null);
  }
}

describe.each(seeds)('with seed %i', (seed) => {
  test.each(scenarios.map(({ name }) => name))(
    'plays %s with the expected outcome, and all surfaces agree',
    async (name) => {
      const sandbox = await startSandbox({ port: false, seed });
      const played = await sandbox.play(name);
      expect(played.interruption).toBeNull();
      expect(played.steps).toHaveLength(played.scenario.steps.length);
      const { terminal } = played.names;
      if (terminal !== undefined) await expectTerminalToAgree(sandbox, played, terminal);
      await expectConnectorsToAgree(sandbox, played);
      await sandbox.close();
    },
  );

  test('generates as many declined rows for card testing as its event counts', async () => {
    const sandbox = await startSandbox({ port: false, seed });
    const played = await sandbox.play('card-testing');
    const [event] = played.steps
      .flatMap(({ events }) => events.map((recorded) => recorded.event))
      .filter((one) => one.type === 'high_decline_velocity' && readIncident(one)?.state === 'triggered');
    if (event?.type !== 'high_decline_velocity') throw new Error('the scenario emitted no such event');
    const { first_transaction_id: first, last_transaction_id: last, declines } = event.data;
    const { data } = await createWatcherRequests(sandbox, played).json<{ readonly data: readonly TransactionRow[] }>(
      `/v1/terminals/${event.terminal_id}/transactions?limit=100`,
    );
    const place = (id: string): number => data.findIndex(({ transaction_id: one }) => one === id);
    const between = data.slice(place(last), place(first) + 1); // newest first
    const within = between.filter(({ response }) => response === '14');
    expect(declines).toBeGreaterThanOrEqual(8);
    expect(within).toHaveLength(declines);
    await sandbox.close();
  });
});
