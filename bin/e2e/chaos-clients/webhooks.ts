import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Clients, control, read, readJson, send, statusPath, TERMINALS } from './client.ts';

export interface Event {
  id: string;
  timestamp: string;
  incident: { incident_id: string; sequence: number; state: string } | null;
}

interface Delivery {
  event_id: string;
  state: string;
  attempt_count: number;
  ended_at: string | null;
}

async function listDeliveries(): Promise<Delivery[]> {
  const rows: Delivery[] = [];
  for (let cursor = ''; ; ) {
    const { data, page } = await control(`deliveries?limit=100${cursor}`);
    rows.push(...data);
    if (page.next_cursor === null) return rows;
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
  }
}

/** Gives the events of a day to a handler. Returns the deliveries when all have ended. */
export async function receiveDay(handle: (event: Event) => number | Promise<number>): Promise<Delivery[]> {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    response.statusCode = await handle(JSON.parse(text));
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await control('destinations', {
    url: `http://127.0.0.1:${port}/`,
    account_id: 'acct_northway',
    retry_profile: 'fast',
  });
  await control('causes', { event_type: 'cash_low', terminal_id: 'NW104310' });
  await control('clock/advance', { by: 'P1D' });
  let rows: Delivery[] = [];
  for (let round = 0; round < 100; round += 1) {
    rows = await listDeliveries();
    const pending = rows.filter(({ ended_at: endedAt }) => endedAt === null);
    if (pending.length === 0) break;
    await wait(50);
    if (round % 8 === 7) await control('clock/advance', { by: 'PT10M' });
  }
  await wait(100);
  server.close();
  server.closeAllConnections();
  assert.ok(rows.length > 3, `${rows.length} deliveries`);
  assert.deepEqual(
    rows.filter(({ state }) => state !== 'delivered'),
    [],
  );
  return rows;
}

const countEvents = (rows: readonly Delivery[]): number => new Set(rows.map(({ event_id }) => event_id)).size;

/** Mistakes in handlers of webhooks. */
export const WEBHOOK_BUGS: Clients = {
  'counts a repeated delivery': async () => {
    let count = 0;
    const rows = await receiveDay(() => {
      count += 1;
      return 204;
    });
    assert.equal(count, countEvents(rows));
  },
  'takes the last delivery as the latest event': async () => {
    let latest = '';
    let newest = '';
    await receiveDay(({ timestamp }) => {
      latest = timestamp;
      if (timestamp > newest) newest = timestamp;
      assert.equal(latest, newest);
      return 204;
    });
  },
  'refuses a repeated delivery': async () => {
    const ids = new Set<string>();
    let refused = 0;
    await receiveDay(({ id }) => {
      if (!ids.has(id)) {
        ids.add(id);
        return 204;
      }
      refused += 1;
      return 409;
    });
    assert.equal(refused, 0);
  },
  'ignores an event that is older than the last one': async () => {
    const ids = new Set<string>();
    let last = '';
    const rows = await receiveDay(({ id, timestamp }) => {
      if (timestamp < last) return 204;
      last = timestamp;
      ids.add(id);
      return 204;
    });
    assert.equal(ids.size, countEvents(rows));
  },
  'counts an event before the work that may fail': async () => {
    let count = 0;
    const rows = await receiveDay(async () => {
      count += 1;
      const path = statusPath(TERMINALS[count % TERMINALS.length] as string);
      return await send(path)
        .then(readJson)
        .then(
          () => 204,
          () => 500,
        );
    });
    assert.equal(count, countEvents(rows));
  },
};

/** Stores the highest number of each incident, and counts each event once, after work that may fail. */
export async function receiveOnce(): Promise<void> {
  const events = new Map<string, Event>();
  const incidents = new Map<string, number>();
  const rows = await receiveDay(async (event) => {
    if (events.has(event.id)) return 204;
    await read(statusPath('NW104310'));
    events.set(event.id, event);
    if (event.incident !== null) {
      const { incident_id: id, sequence } = event.incident;
      incidents.set(id, Math.max(sequence, incidents.get(id) ?? 0));
    }
    return 204;
  });
  assert.equal(events.size, countEvents(rows));
}

/** Counts each `webhook-id` once. */
export async function countOnce(): Promise<void> {
  const ids = new Set<string>();
  const rows = await receiveDay(({ id }) => {
    ids.add(id);
    return 204;
  });
  assert.equal(ids.size, countEvents(rows));
}
