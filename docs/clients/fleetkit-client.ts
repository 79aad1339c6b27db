/*
 * All tasks of `fleetkit client check`, done with the client of the package, for Node.js 22.19 or later.
 *
 * Run it with: fleetkit client check -- node fleetkit-client.ts
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Amount, CursorExpiredError, createFleetClient, createWebhookVerifier, WebhookError } from 'fleetkit/client';

const {
  FLEETKIT_URL = '',
  FLEETKIT_KEY = '',
  FLEETKIT_TASK = '',
  FLEETKIT_INPUT = '{}',
  FLEETKIT_TIMEOUT = '30',
} = process.env;

const client = createFleetClient({ baseUrl: FLEETKIT_URL, apiKey: FLEETKIT_KEY, attemptTimeoutMs: 6000 });
/** Ends all calls before the time limit of the task. */
const call = { signal: AbortSignal.timeout(800 * Number(FLEETKIT_TIMEOUT)) };

/** The inputs of all tasks. */
interface Input {
  readonly terminal_id: string;
  readonly date: string;
  readonly count: number;
  readonly polls: number;
  readonly interval_ms: number;
  readonly state_file: string;
  readonly transaction_id: string;
  readonly reason_code: Parameters<typeof client.disputes.create>[0]['reason_code'];
  readonly amount: string;
  readonly business_date: string;
  readonly port: number;
  readonly path: string;
  readonly secret: string;
  readonly terminal_ids: readonly string[];
}

/** Collects rows up to a number. Starts again if a cursor expires during the walk. */
async function collect<Row>(
  iterate: () => AsyncIterable<Row>,
  most = Number.POSITIVE_INFINITY,
): Promise<readonly Row[]> {
  for (let walk = 1; ; walk += 1) {
    const rows: Row[] = [];
    try {
      for await (const row of iterate()) {
        rows.push(row);
        if (rows.length >= most) break;
      }
      return rows;
    } catch (error) {
      if (!(error instanceof CursorExpiredError) || walk === 3) throw error;
    }
  }
}

const readRows = (terminalId: string) =>
  collect(() => client.terminal(terminalId).transactions.iterate(undefined, call));

async function listTerminals() {
  const locations = await collect(() => client.locations.iterate(undefined, call));
  return { terminal_ids: [...new Set(locations.flatMap((location) => location.terminal_ids))] };
}

async function countTransactions({ terminal_id }: Input) {
  const rows = await readRows(terminal_id);
  return {
    count: rows.length,
    with_emv: rows.filter((row) => row.emv !== undefined).length,
    linked: rows.filter((row) => row.linked_transaction_id !== null).length,
  };
}

async function sumWithdrawn({ terminal_id, date }: Input) {
  const rows = await readRows(terminal_id);
  const amounts = rows
    .filter((row) => row.terminal_datetime.startsWith(date))
    .filter((row) => ['withdrawal', 'cash_advance'].includes(row.transaction_type))
    .map((row) => row.amt_comp);
  return { amount: Amount.sum(amounts) };
}

async function topTransactions({ count }: Input) {
  const order = { sort_by: 'amt_comp', sort_dir: 'desc', limit: Math.min(count, 500) } as const;
  const rows = await collect(() => client.transactions.iterate(order, call), count);
  return { transaction_ids: rows.map((row) => row.transaction_id) };
}

async function syncTransactions({ polls, interval_ms, state_file }: Input) {
  const known = new Set<string>(existsSync(state_file) ? JSON.parse(readFileSync(state_file, 'utf8')) : []);
  for (let poll = 0; poll < polls; poll += 1) {
    if (poll > 0) await wait(interval_ms);
    for (const row of await collect(() => client.transactions.iterate(undefined, call))) known.add(row.transaction_id);
  }
  writeFileSync(state_file, JSON.stringify([...known]));
  return { transaction_ids: [...known] };
}

async function openDispute({ transaction_id, reason_code, amount }: Input) {
  const { dispute_id } = await client.disputes.create({ transaction_id, reason_code, amount }, call);
  return { dispute_id };
}

async function deriveSettlements({ business_date }: Input) {
  const { batches } = await client.settlements.derive({ business_date }, call);
  return {
    batch_ids: batches.map((batch) => batch.batch_id),
    net_payout: Amount.sum(batches.map((batch) => batch.net_payout)),
  };
}

async function readFeed({ terminal_id, polls, interval_ms }: Input) {
  const { feed } = client.terminal(terminal_id);
  const titles = new Map<string, string>();
  let etag: string | undefined;
  for (let poll = 0; poll < polls; poll += 1) {
    if (poll > 0) await wait(interval_ms);
    const changed = await feed.getIfChanged(etag, call);
    if (changed === undefined) continue; // the known items are still the newest
    etag = changed.etag;
    for (const { guid, title } of changed.value.items) titles.set(guid, title);
  }
  return { items: [...titles].map(([guid, title]) => ({ guid, title })) };
}

/** Receives deliveries until the program is stopped. Prints the answer after each one. */
async function receiveWebhooks({ port, secret, terminal_ids }: Input): Promise<void> {
  const verifier = createWebhookVerifier({ secrets: [secret] });
  const eventIds = new Set<string>();
  /** The newest sequence and state of each incident. */
  const incidents = new Map<string, { readonly sequence: number; readonly state: string }>();
  for (const id of terminal_ids) {
    const { open_alerts } = await client.terminal(id).status.get(call);
    for (const alert of open_alerts) incidents.set(alert.incident_id, { sequence: 0, state: 'triggered' });
  }

  async function receive(request: IncomingMessage): Promise<number> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    try {
      const { id, incident, is_test } = await verifier.receive({ headers: request.headers, body });
      if (is_test === true) return 204; // a sample has no effect
      if (incident !== null && incident.sequence > (incidents.get(incident.incident_id)?.sequence ?? -1))
        incidents.set(incident.incident_id, incident);
      eventIds.add(id);
    } catch (error) {
      if (error instanceof WebhookError) return 401;
      throw error;
    }
    const open = [...incidents].flatMap(([id, { state }]) => (state === 'resolved' ? [] : [id]));
    console.log(JSON.stringify({ event_ids: [...eventIds], open_incidents: open }));
    return 204;
  }

  createServer((request, response) => {
    receive(request).then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(500).end(),
    );
  }).listen(port, '127.0.0.1');
}

const tasks: Readonly<Record<string, (input: Input) => Promise<unknown>>> = {
  list_terminals: listTerminals,
  count_transactions: countTransactions,
  sum_withdrawn: sumWithdrawn,
  top_transactions: topTransactions,
  sync_transactions: syncTransactions,
  open_dispute: openDispute,
  derive_settlements: deriveSettlements,
  read_feed: readFeed,
  receive_webhooks: receiveWebhooks,
};

try {
  const answer = await tasks[FLEETKIT_TASK]?.(JSON.parse(FLEETKIT_INPUT));
  if (answer !== undefined) console.log(JSON.stringify(answer));
} catch (error) {
  console.log(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
  process.exitCode = 1;
}
