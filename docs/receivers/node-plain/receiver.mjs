// Receives webhooks without libraries: WEBHOOK_SECRET=whsec_… PORT=3000 node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.WEBHOOK_SECRET ?? '';
if (!/^whsec_[A-Za-z0-9+/]+=*$/.test(secret))
  throw new Error('Set WEBHOOK_SECRET to the secret of the destination; it begins with whsec_');
const key = Buffer.from(secret.slice('whsec_'.length), 'base64'); // the key is base64-encoded

const TOLERANCE_SECONDS = 300;
const MOST_BYTES = 256 * 1024;
const MOST_IDS = 10_000;

/** Whether the signature is valid for these bytes and the timestamp is recent. */
function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (!id || !signatures || !/^\d+$/.test(timestamp)) return false;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  // A secret rotation adds a second signature. Unknown versions are skipped.
  return signatures.split(' ').some((signature) => {
    const [version, digest = ''] = signature.split(',');
    const given = Buffer.from(digest, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Reads the bytes of a body; undefined if it is too large. */
async function bodyOf(request) {
  const pieces = [];
  let size = 0;
  for await (const piece of request) {
    size += piece.length;
    if (size > MOST_BYTES) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

// In production, use your database for all of these: memory is lost when the process ends.
const seen = new Set();
function isNew(id) {
  if (seen.has(id)) return false;
  seen.add(id);
  if (seen.size > MOST_IDS) seen.delete(seen.values().next().value); // the oldest
  return true;
}
// Events can arrive in any order: the highest sequence of each incident.
const latest = new Map();
function isCurrent({ incident }) {
  if (!incident) return true;
  if (incident.sequence < (latest.get(incident.incident_id) ?? 0)) return false;
  latest.set(incident.incident_id, incident.sequence);
  if (latest.size > MOST_IDS) latest.delete(latest.keys().next().value); // the oldest
  return true;
}
function workLater(event) {
  setImmediate(() => {
    if (event.is_test) return; // a sample: acknowledge it and do nothing else
    if (!isCurrent(event)) return; // older than the state that is known
    console.log(`handled ${event.id} ${event.type}`);
  });
}

/** Returns the status of the response. */
async function receive(request) {
  if (request.url?.split('?')[0] !== '/hooks') return 404;
  if (request.method !== 'POST') return 405;
  const body = await bodyOf(request);
  if (body === undefined) return 413;
  if (!isGenuine(request.headers, body)) return 401; // before parsing the body
  const event = JSON.parse(body.toString());
  if (typeof event?.type !== 'string') return 400; // not an event
  if (isNew(request.headers['webhook-id'])) workLater(event);
  return 204; // also for a repeat
}

const server = createServer(async (request, response) => {
  const status = await receive(request).catch(() => 400);
  response.writeHead(status).end();
});
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/hooks`);
});
