import { expect, test } from 'vitest';
import { getEnumValues } from '../../../spec/index.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { startSandbox } from '../../library/index.ts';
import { describeCause } from './event-cause.ts';

type WebhookEvent = SandboxSchemas['WebhookEvent'];

/** Returns all events of the default fleets. */
async function listEvents(): Promise<readonly WebhookEvent[]> {
  const sandbox = await startSandbox({ port: 0 });
  const events: WebhookEvent[] = [];
  try {
    for (let cursor = ''; ; ) {
      const headers = { Authorization: `Bearer ${sandbox.operatorToken}` };
      const response = await sandbox.fetch(`/sandbox/events?limit=500${cursor}`, { headers });
      const { data, page } = (await response.json()) as SandboxSchemas['EventList']; // the sandbox validates its replies
      events.push(...data);
      if (page.next_cursor === null) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
  } finally {
    await sandbox.close();
  }
  return events;
}

const events = await listEvents();

/** An event of the type that the fleets lack. */
const REPEATED = {
  type: 'repeated_same_card_attempt',
  incident: null,
  data: { attempts: 4, declined: 3, window_minutes: 10, pattern: 'pin_guessing' },
} as WebhookEvent; // the members that are read

test('describes the first event of each type, and the first end of an incident', () => {
  const first = getEnumValues('EventType').map((type) => [...events, REPEATED].find((event) => event.type === type));
  const end = events.find(({ incident }) => incident?.state === 'resolved');
  expect([...first, end].map((event) => event && `${event.type}: ${describeCause(event)}`)).toMatchInlineSnapshot(`
    [
      "heartbeat_stale: no heartbeat for 15 min from Simonis Tap Room (Redline)",
      "processor_outage: Hyosung host, shared is down, 3 failed echo tests, 0 timeouts",
      "communication_flapping: the line changed 6 times in 60 min, offline for at most 6m31s",
      "cash_low: cassette A has 96 notes left, threshold 100, empty in about 232 h",
      "cash_out: 0.00 left in the cassettes, smallest withdrawal 20.00",
      "dispenser_fault: the dispenser reports stacker not empty (Notes seen before dispensing), 0 failed dispenses",
      "compliance_expiration: pci pts epp expires on 2021-04-30, in 90 days",
      "location_risk_change: the risk of Food Mart in Cicero (Delgado) changed from low (6) to moderate (37)",
      "decline_spike: 5 of 8 attempts were declined, usually 13 %",
      "approval_rate_drop: 42 of 57 attempts over con_tritonhost_east were approved, usually 89 %",
      "reversal_spike: 2 of 4 withdrawals were reversed, 160.00 in total",
      "high_decline_velocity: 8 declines of 4 cards in a short time",
      "repeated_same_card_attempt: one card made 4 attempts in 10 min, 3 declined (pin guessing)",
      "command_failed: the command software update failed: No response to 3 attempts",
      "provisioning_failed: provisioning failed at host handshake: The host did not respond to the handshake",
      "settlement_mismatch: the batch of 2026-10-01 differs by 25.00, found by a returned entry",
      "communication_flapping: it ended after 6h9m (recovered): the line changed 1 time in 60 min, offline for at most 2m44s",
    ]
  `);
});

test('describes each event of the fleets with values', () => {
  for (const event of events)
    expect(describeCause(event).replaceAll(/\bcon_\w+/g, 'CONNECTOR')).not.toMatch(
      /undefined|null|NaN|\[object|_|^\s|\s$/,
    );
});
