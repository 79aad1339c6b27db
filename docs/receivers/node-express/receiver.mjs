// Receives webhooks with Express and the standardwebhooks library: WEBHOOK_SECRET=whsec_… PORT=3000 node receiver.mjs
import express from 'express';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET ?? ''); // throws when it is not set
const MOST_IDS = 10_000;

// In earnest, both of these are your database: what is in memory ends with the process.
const seen = new Set();
function isNew(id) {
  if (seen.has(id)) return false;
  seen.add(id);
  if (seen.size > MOST_IDS) seen.delete(seen.values().next().value); // the oldest
  return true;
}
function workLater(event) {
  setImmediate(() => {
    if (event.is_test) return; // a sample: acknowledged, and left alone
    console.log(`handled ${event.id} ${event.type}`);
  });
}

const app = express();

// The body as bytes, whatever its media type. A JSON parser before this route would take them away.
app.post('/hooks', express.raw({ type: () => true, limit: '256kb' }), (request, response) => {
  let event;
  try {
    event = webhook.verify(request.body, request.headers); // id, time within 5 minutes, any of the signatures
  } catch {
    return response.status(401).end();
  }
  if (isNew(request.headers['webhook-id'])) workLater(event);
  return response.status(204).end(); // for a repeat as well
});

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/hooks`);
});
