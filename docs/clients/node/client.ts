/*
 * A client with all tasks of `fleetkit client check`, for Node.js 22.18 or later, without packages.
 *
 * Run it with: fleetkit client check -- node client.ts
 * Replace the functions `readJson`, `readList` and `write` by calls of your own client.
 */

import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const { FLEETKIT_URL = '', FLEETKIT_KEY = '', FLEETKIT_TASK = '', FLEETKIT_INPUT = '{}' } = process.env;
const END_MS = Date.now() + 800 * Number(process.env.FLEETKIT_TIMEOUT ?? 30);
const RESPONSE_MS = 6000;
const MOST_ATTEMPTS = 4;
const TEMPORARY = [429, 500, 502, 503, 504];

/** A value of JSON, whose members the tasks know. */
// biome-ignore lint/suspicious/noExplicitAny: a skeleton has no types of the service; yours has
type Json = any;

/** The task cannot be done. */
class Failure extends Error {}

/** The service refused a request. */
class Refused extends Failure {
  readonly code: unknown;
  constructor(status: number, problem: string) {
    super(`the service answered ${status}`);
    this.code = parseJson(problem)?.code;
  }
}

/** Parses JSON. Returns undefined for other texts. */
function parseJson(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends a request, and repeats it after temporary failures. Writes need an Idempotency-Key. */
async function send(path: string, init: RequestInit, mediaType = 'application/json'): Promise<Received> {
  let reason = 'no attempt';
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    let pauseMs = 400 * 2 ** attempt;
    try {
      const response = await fetch(`${FLEETKIT_URL}${path}`, {
        ...init,
        headers: { ...init.headers, 'X-API-Key': FLEETKIT_KEY },
        redirect: 'manual', // no other host gets the key
        signal: AbortSignal.timeout(Math.max(1, Math.min(RESPONSE_MS, END_MS - Date.now()))),
      });
      const { status, headers } = response;
      const text = await response.text();
      const isUsual = status < 300 && (headers.get('content-type') ?? '').startsWith(mediaType);
      if (status === 304 || isUsual) {
        if (isUsual && mediaType === 'application/json') JSON.parse(text);
        return { status, headers, text };
      }
      if (status >= 300 && !TEMPORARY.includes(status)) throw new Refused(status, text);
      reason = `status ${status}`;
      pauseMs = readPause(headers.get('retry-after')) ?? pauseMs;
    } catch (error) {
      if (error instanceof Failure) throw error;
      reason = error instanceof Error ? error.name : String(error);
    }
    if (attempt + 1 === MOST_ATTEMPTS || Date.now() + pauseMs > END_MS) break;
    await wait(pauseMs);
  }
  throw new Failure(`${path} failed: ${reason}`);
}

/** Returns how long the service demands to wait. */
function readPause(given: string | null): number | undefined {
  if (given === null) return undefined;
  if (/^\d+$/.test(given)) return 1000 * Number(given);
  const date = Date.parse(given);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

async function readJson(path: string): Promise<Json> {
  return JSON.parse((await send(path, { headers: { Accept: 'application/json' } })).text);
}

/** Reads the pages of a list until it has enough rows, or all. Starts again if a cursor has expired. */
async function readList(
  path: string,
  parameters: Readonly<Record<string, string>> = {},
  isEnough = (_rows: Json[]): boolean => false,
): Promise<Json[]> {
  for (let walk = 0; walk < 3; walk += 1) {
    const rows: Json[] = [];
    let cursor: string | undefined;
    try {
      for (;;) {
        const query = new URLSearchParams({ limit: '200', ...parameters, ...(cursor === undefined ? {} : { cursor }) });
        const { data, page } = await readJson(`${path}?${query}`);
        rows.push(...data);
        if (!page.has_more || isEnough(rows)) return rows;
        cursor = page.next_cursor;
      }
    } catch (error) {
      if (!(error instanceof Refused && error.code === 'cursor_expired' && cursor !== undefined)) throw error;
    }
  }
  throw new Failure('cursors expire too fast');
}

async function write(path: string, body: Json): Promise<Json> {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() };
  return JSON.parse((await send(path, { method: 'POST', headers, body: JSON.stringify(body) })).text);
}

/** Parses an amount with two decimals to cents. */
const toCents = (amount: string): bigint => BigInt(amount.replace('.', ''));

function formatCents(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const removeRepeats = (rows: Json[]): Json[] => [...new Map(rows.map((row) => [row.transaction_id, row])).values()];

async function readRows(terminalId: string): Promise<Json[]> {
  const rows = await readList(`/v1/terminals/${encodeURIComponent(terminalId)}/transactions`);
  return removeRepeats(rows);
}

async function listTerminals(): Promise<Json> {
  const locations = await readList('/v1/locations');
  return { terminal_ids: [...new Set(locations.flatMap((location) => location.terminal_ids))] };
}

async function countTransactions(given: Json): Promise<Json> {
  const rows = await readRows(given.terminal_id);
  return {
    count: rows.length,
    with_emv: rows.filter((row) => row.emv !== undefined).length,
    linked: rows.filter((row) => row.linked_transaction_id !== null).length,
  };
}

async function sumWithdrawn(given: Json): Promise<Json> {
  const rows = await readRows(given.terminal_id);
  const amounts = rows
    .filter((row) => row.terminal_datetime.startsWith(given.date))
    .filter((row) => ['withdrawal', 'cash_advance'].includes(row.transaction_type))
    .map((row) => toCents(row.amt_comp));
  return { amount: formatCents(amounts.reduce((sum, cents) => sum + cents, 0n)) };
}

async function topTransactions(given: Json): Promise<Json> {
  const order = { sort_by: 'amt_comp', sort_dir: 'desc', limit: String(Math.min(given.count, 500)) };
  const rows = await readList('/v1/transactions', order, (read) => removeRepeats(read).length >= given.count);
  return {
    transaction_ids: removeRepeats(rows)
      .slice(0, given.count)
      .map((row) => row.transaction_id),
  };
}

async function syncTransactions(given: Json): Promise<Json> {
  const known = new Set<string>(existsSync(given.state_file) ? JSON.parse(readFileSync(given.state_file, 'utf8')) : []);
  for (let poll = 0; poll < given.polls; poll += 1) {
    if (poll > 0) await wait(given.interval_ms);
    for (const row of await readList('/v1/transactions')) known.add(row.transaction_id);
  }
  writeFileSync(given.state_file, JSON.stringify([...known]));
  return { transaction_ids: [...known] };
}

async function openDispute({ transaction_id, reason_code, amount }: Json): Promise<Json> {
  const { dispute_id } = await write('/v1/disputes', { transaction_id, reason_code, amount });
  return { dispute_id };
}

async function deriveSettlements({ business_date }: Json): Promise<Json> {
  const { batches } = await write('/v1/settlements/derive', { business_date });
  const net = batches.reduce((sum: bigint, batch: Json) => sum + toCents(batch.net_payout), 0n);
  return { batch_ids: batches.map((batch: Json) => batch.batch_id), net_payout: formatCents(net) };
}

async function readFeed(given: Json): Promise<Json> {
  const path = `/v1/feeds/terminals/${encodeURIComponent(given.terminal_id)}.xml`;
  const titles = new Map<string, string>();
  let tag: string | null = null;
  for (let poll = 0; poll < given.polls; poll += 1) {
    if (poll > 0) await wait(given.interval_ms);
    const headers: Record<string, string> = tag === null ? {} : { 'If-None-Match': tag };
    const received = await send(path, { headers }, 'application/rss+xml');
    if (received.status === 304) continue;
    tag = received.headers.get('etag');
    for (const [item] of received.text.matchAll(/<item>[\s\S]*?<\/item>/g))
      titles.set(readElement(item, 'guid'), readElement(item, 'title'));
  }
  return { items: [...titles].map(([guid, title]) => ({ guid, title })) };
}

/** Returns the text of an element. Node.js has no XML parser: use that of a package in your client. */
function readElement(xml: string, name: string): string {
  const [, content = ''] = new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`).exec(xml) ?? [];
  return content
    .split(/(<!\[CDATA\[[\s\S]*?\]\]>)/)
    .map((part) => (part.startsWith('<![CDATA[') ? part.slice(9, -3) : decodeReferences(part)))
    .join('');
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decodeReferences = (text: string): string =>
  text.replace(/&(#x[\da-fA-F]+|#\d+|\w+);/g, (whole, name: string) =>
    name.startsWith('#')
      ? String.fromCodePoint(Number(name.replace('#x', '0x').replace('#', '')))
      : (ENTITIES[name] ?? whole),
  );

const STATES = ['triggered', 'escalated', 'resolved'];

/** Receives deliveries until the program is stopped. Prints the answer after each one. */
async function receiveWebhooks(given: Json): Promise<void> {
  const secret = Buffer.from(given.secret.replace('whsec_', ''), 'base64');
  const ids = new Set<string>();
  /** The newest sequence and state of each incident. */
  const latest = new Map<string, { sequence: number; state: string }>();
  for (const id of given.terminal_ids) {
    const { open_alerts } = await readJson(`/v1/terminals/${encodeURIComponent(id)}/status-monitoring`);
    for (const { incident_id } of open_alerts) latest.set(incident_id, { sequence: 0, state: 'triggered' });
  }
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || request.url !== given.path) return void response.writeHead(404).end();
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    if (!isGenuine(secret, request.headers, body)) return void response.writeHead(401).end();
    const event = parseJson(body.toString());
    if (typeof event?.id !== 'string') return void response.writeHead(400).end();
    const { id, incident, is_test } = event;
    // a sample has no effect
    if (
      is_test !== true &&
      !ids.has(id) &&
      incident !== null &&
      STATES.includes(incident.state) &&
      incident.sequence > (latest.get(incident.incident_id)?.sequence ?? -1)
    )
      latest.set(incident.incident_id, { sequence: incident.sequence, state: incident.state });
    if (!is_test) ids.add(id);
    const open = [...latest].filter(([, { state }]) => state !== 'resolved').map(([incidentId]) => incidentId);
    console.log(JSON.stringify({ event_ids: [...ids], open_incidents: open }));
    response.writeHead(204).end();
  });
  server.listen(given.port, '127.0.0.1');
}

function isGenuine(secret: Buffer, headers: Readonly<Record<string, unknown>>, body: Buffer): boolean {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(headers[name] ?? ''),
  );
  if (!/^\d+$/.test(timestamp ?? '') || Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const expected = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest();
  return (signatures ?? '').split(' ').some((signature) => {
    const [version, digest = ''] = signature.split(',');
    const received = Buffer.from(digest, 'base64');
    return version === 'v1' && received.length === expected.length && timingSafeEqual(received, expected);
  });
}

const tasks: Readonly<Record<string, (given: Json) => Promise<Json>>> = {
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
  if (!(error instanceof Failure)) throw error;
  console.log(JSON.stringify({ error: error.message }));
  process.exitCode = 1;
}
