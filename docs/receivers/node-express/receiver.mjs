// Receives webhooks with Express and the standardwebhooks library: WEBHOOK_SECRET=whsec_… PORT=3000 node receiver.mjs
import express from 'express';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET ?? ''); // throws if it is not set
const MOST_IDS = 10_000;

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

const app = express();

// Read the body as bytes, for any media type. Do not put a JSON parser before this route.
app.post('/hooks', express.raw({ type: () => true, limit: '256kb' }), (request, response) => {
  let event;
  try {
    event = webhook.verify(request.body, request.headers); // checks the id, the time (within 5 minutes) and the signatures
  } catch {
    return response.status(401).end();
  }
  if (typeof event?.type !== 'string') return response.status(400).end(); // not an event
  if (isNew(request.headers['webhook-id'])) workLater(event);
  return response.status(204).end(); // also for a repeat
});

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/hooks`);
});
