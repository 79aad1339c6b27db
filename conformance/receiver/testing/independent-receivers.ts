import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/*
 * Receivers written from docs/receiving-webhooks.md and the Standard Webhooks specification, before the probes were
 * read. They share only the HTTP code at the end of this file. The correct ones must never fail a probe.
 */

/** Counts the work of a receiver. */
interface Ledger {
  /** Records one effect of the event with this id. */
  work(eventId: string): void;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface Event {
  readonly id: string;
  readonly type: string;
  readonly is_test?: boolean;
  readonly incident?: { readonly incident_id: string; readonly sequence: number; readonly state: string } | null;
}

export interface IndependentReceiver {
  readonly name: string;
  readonly handler: (secret: string, ledger: Ledger) => Handler;
  /** Formats the response of the effects URL. Default: `{"effects": n}`. */
  readonly page?: (eventIds: readonly string[]) => string;
  /** The effects URL returns a copy that is refreshed at this interval. */
  readonly pageRenewedEveryMs?: number;
}

/* ── Correct receivers ─────────────────────────────────────────────────────────────────────────────────────────── */

/** Processes the event before it responds. */
const inline: IndependentReceiver = {
  name: 'works before it answers',
  handler: (secret, ledger) => {
    const done = new Set<string>();
    return async (request, response) => {
      const body = await readAll(request);
      if (!isVerified(secret, request, body)) return respond(response, 401);
      const id = String(request.headers['webhook-id']);
      if (!done.has(id)) {
        done.add(id);
        ledger.work(id);
      }
      respond(response, 200, 'ok');
    };
  },
};

/** Responds first; one worker processes one job at a time from a queue, slowly. */
const slowQueue: IndependentReceiver = {
  name: 'answers first and works through a queue, 60 ms a job',
  handler: (secret, ledger) => {
    const known = new Set<string>();
    const queue: string[] = [];
    const isIgnored = createEventFilter();
    let isWorking = false;
    const work = (): void => {
      const id = queue.shift();
      if (id === undefined) {
        isWorking = false;
        return;
      }
      setTimeout(() => {
        ledger.work(id);
        work();
      }, 60);
    };
    return async (request, response) => {
      const body = await readAll(request);
      if (!isVerified(secret, request, body)) return respond(response, 401);
      const id = String(request.headers['webhook-id']);
      if (!known.has(id) && !isIgnored(body)) {
        known.add(id);
        queue.push(id);
        if (!isWorking) {
          isWorking = true;
          work();
        }
      }
      respond(response, 202);
    };
  },
};

/** Stores rows with a unique id; a poller processes new rows. */
const outbox: IndependentReceiver = {
  name: 'stores rows that a poller works on every 120 ms',
  handler: (secret, ledger) => {
    const rows = new Map<string, { isDone: boolean }>();
    const isIgnored = createEventFilter();
    setInterval(() => {
      for (const [id, row] of rows) {
        if (row.isDone) continue;
        row.isDone = true;
        ledger.work(id);
      }
    }, 120).unref();
    return async (request, response) => {
      const body = await readAll(request);
      if (!isVerified(secret, request, body)) return respond(response, 400, 'bad signature');
      const id = String(request.headers['webhook-id']);
      if (!rows.has(id)) rows.set(id, { isDone: isIgnored(body) });
      respond(response, 200, JSON.stringify({ received: true }));
    };
  },
};

/** Queues all deliveries; the worker ignores duplicates. */
const dropsInWorker: IndependentReceiver = {
  name: 'drops repeats in its worker, 90 ms later',
  handler: (secret, ledger) => {
    const isIgnored = createEventFilter();
    const done = new Set<string>();
    return async (request, response) => {
      const body = await readAll(request);
      if (!isVerified(secret, request, body)) return respond(response, 401);
      const { id } = JSON.parse(body.toString()) as Event; // the signature is verified, so it is an event of the sender
      setTimeout(() => {
        if (done.has(id) || isIgnored(body)) return;
        done.add(id);
        ledger.work(id);
      }, 90);
      respond(response, 204);
    };
  },
};

/** Inserts rows in batches. */
const batches: IndependentReceiver = {
  name: 'inserts in batches, 150 ms after the first of each',
  handler: (secret, ledger) => {
    const known = new Set<string>();
    let batch: string[] = [];
    return async (request, response) => {
      const body = await readAll(request);
      if (!isVerified(secret, request, body)) return respond(response, 403);
      const id = String(request.headers['webhook-id']);
      if (!known.has(id)) {
        known.add(id);
        if (batch.push(id) === 1)
          setTimeout(() => {
            for (const each of batch) ledger.work(each);
            batch = [];
          }, 150);
      }
      respond(response, 200);
    };
  },
};

const createTolerantReceiver = (seconds: number): IndependentReceiver => ({
  name: `accepts a timestamp that is at most ${seconds} s off`,
  handler: (secret, ledger) => {
    const done = new Set<string>();
    return async (request, response) => {
      const body = await readAll(request);
      if (!isRecent(request, seconds) || !hasSignature(secret, request, body)) return respond(response, 400);
      const id = String(request.headers['webhook-id']);
      if (!done.has(id)) {
        done.add(id);
        ledger.work(id);
      }
      respond(response, 200);
    };
  },
});

/** Checks method, path, media type, headers and size first, like many gateways. */
const strictGateway: IndependentReceiver = {
  name: 'refuses by method, media type, headers and size before it reads the body',
  handler: (secret, ledger) => {
    const done = new Set<string>();
    return async (request, response) => {
      if (request.method !== 'POST') {
        response.setHeader('Allow', 'POST');
        return respond(response, 405);
      }
      if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return respond(response, 415);
      for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
        if (!request.headers[name]) {
          response.setHeader('Connection', 'close');
          return respond(response, 400, `missing ${name}`);
        }
      if (Number(request.headers['content-length'] ?? 0) > 262_144) return respond(response, 413);
      const body = await readAll(request);
      if (!isVerified(secret, request, body)) return respond(response, 401, 'unauthorized');
      const id = String(request.headers['webhook-id']);
      respond(response, 200);
      setImmediate(() => {
        if (done.has(id)) return;
        done.add(id);
        ledger.work(id);
      });
    };
  },
};

/** Processes only cash events and acknowledges the others. */
const fewTypes: IndependentReceiver = {
  name: 'works on cash_out alone and acknowledges all other types',
  handler: (secret, ledger) => {
    const done = new Set<string>();
    return async (request, response) => {
      const body = await readAll(request);
      if (!isVerified(secret, request, body)) return respond(response, 401);
      const event = JSON.parse(body.toString()) as Event; // the signature is verified, so it is an event of the sender
      if (event.type === 'cash_out' && !done.has(event.id)) {
        done.add(event.id);
        ledger.work(event.id);
      }
      respond(response, 200);
    };
  },
};

/** Opens a ticket and sends a mail for each event. */
const twoEffects: IndependentReceiver = {
  name: 'has two effects for each event',
  handler: (secret, ledger) => {
    const done = new Set<string>();
    return async (request, response) => {
      const body = await readAll(request);
      if (!isVerified(secret, request, body)) return respond(response, 401);
      const id = String(request.headers['webhook-id']);
      respond(response, 202);
      if (done.has(id)) return;
      done.add(id);
      setTimeout(() => ledger.work(id), 20);
      setTimeout(() => ledger.work(id), 70);
    };
  },
};

/** Keeps the highest sequence of each incident; an older or equal one changes nothing. */
const latestOfIncident: IndependentReceiver = {
  name: 'counts changes of incidents and ignores older sequences',
  handler: (secret, ledger) => {
    const sequences = new Map<string, number>();
    const done = new Set<string>();
    return async (request, response) => {
      const body = await readAll(request);
      if (!isVerified(secret, request, body)) return respond(response, 401);
      const event = JSON.parse(body.toString()) as Event; // the signature is verified, so it is an event of the sender
      respond(response, 200);
      if (event.is_test === true || done.has(event.id)) return;
      done.add(event.id);
      const incident = event.incident ?? { incident_id: event.id, sequence: 1 };
      if (incident.sequence <= (sequences.get(incident.incident_id) ?? 0)) return;
      sequences.set(incident.incident_id, incident.sequence);
      ledger.work(event.id);
    };
  },
};

/** Verifies with the reference library; its effects URL returns a delayed copy. */
const library: IndependentReceiver = {
  name: 'verifies with the reference library; the page is a copy, renewed every 150 ms',
  pageRenewedEveryMs: 150,
  handler: (secret, ledger) => {
    const webhook = new Webhook(secret);
    const done = new Set<string>();
    return async (request, response) => {
      const body = await readAll(request);
      try {
        webhook.verify(body.toString(), Object.fromEntries(listSignatureHeaders(request)));
      } catch {
        return respond(response, 400);
      }
      const id = String(request.headers['webhook-id']);
      if (!done.has(id)) {
        done.add(id);
        setTimeout(() => ledger.work(id), 30);
      }
      respond(response, 200);
    };
  },
};

/** Its first attempt at each job fails; the second one succeeds later. */
const workRetried: IndependentReceiver = {
  name: 'tries each job twice, 100 ms apart; the first attempt has no effect',
  page: (ids) => String(ids.length),
  handler: (secret, ledger) => {
    const known = new Set<string>();
    return async (request, response) => {
      const body = await readAll(request);
      if (!isVerified(secret, request, body)) return respond(response, 401);
      const id = createHash('sha256').update(String(request.headers['webhook-id'])).digest('hex');
      const eventId = String(request.headers['webhook-id']);
      if (!known.has(id)) {
        known.add(id);
        setTimeout(() => setTimeout(() => ledger.work(eventId), 100), 1);
      }
      respond(response, 202);
    };
  },
};

export const correctReceivers: readonly IndependentReceiver[] = [
  inline,
  slowQueue,
  outbox,
  dropsInWorker,
  batches,
  createTolerantReceiver(60),
  createTolerantReceiver(180),
  createTolerantReceiver(600),
  strictGateway,
  fewTypes,
  twoEffects,
  latestOfIncident,
  library,
  workRetried,
];

/* ── Faulty receivers: each must fail the probe that it names ──────────────────────────────────────────────────── */

/** Processes duplicates, and late. */
const repeatsLate: IndependentReceiver = {
  name: 'works on repeats, 80 ms later',
  handler: (secret, ledger) => async (request, response) => {
    const body = await readAll(request);
    if (!isVerified(secret, request, body)) return respond(response, 401);
    const id = String(request.headers['webhook-id']);
    setTimeout(() => ledger.work(id), 80);
    respond(response, 202);
  },
};

/** Stores the id of a forged delivery, and then ignores the genuine one as a duplicate. */
const lockedOut: IndependentReceiver = {
  name: 'remembers the id before it verifies, and works 80 ms later',
  handler: (secret, ledger) => {
    const known = new Set<string>();
    return async (request, response) => {
      const body = await readAll(request);
      const id = String(request.headers['webhook-id']);
      const isRepeat = known.has(id);
      known.add(id);
      if (!isVerified(secret, request, body)) return respond(response, 401);
      if (!isRepeat) setTimeout(() => ledger.work(id), 80);
      respond(response, 202);
    };
  },
};

/** Responds with 409 to a duplicate, as for a unique constraint: the sender then retries it for days. */
const conflictOnRepeat: IndependentReceiver = {
  name: 'answers 409 to a repeat',
  handler: (secret, ledger) => {
    const keys = new Set<string>();
    return async (request, response) => {
      const body = await readAll(request);
      if (!isVerified(secret, request, body)) return respond(response, 401);
      const id = String(request.headers['webhook-id']);
      if (keys.has(id)) return respond(response, 409, 'already processed');
      keys.add(id);
      ledger.work(id);
      respond(response, 200);
    };
  },
};

/** Ignores the timestamp. */
const noTolerance = createTolerantReceiver(Number.POSITIVE_INFINITY);

export const faultyReceivers: readonly { readonly receiver: IndependentReceiver; readonly probe: string }[] = [
  { receiver: repeatsLate, probe: 'one-effect' },
  { receiver: lockedOut, probe: 'forged-first' },
  { receiver: noTolerance, probe: 'stale' },
  { receiver: conflictOnRepeat, probe: 'same-id-twice' },
];

/* ── Plumbing ──────────────────────────────────────────────────────────────────────────────────────────────────── */

/** Starts a receiver on a free port. Its effects URL is `pageUrl`. */
export async function startReceiver(
  receiver: IndependentReceiver,
  secret: string,
): Promise<{ url: string; pageUrl: string; close: () => Promise<void> }> {
  const worked: string[] = [];
  const page = receiver.page ?? ((ids: readonly string[]) => JSON.stringify({ effects: ids.length }));
  let shown = page(worked);
  if (receiver.pageRenewedEveryMs !== undefined)
    setInterval(() => {
      shown = page(worked);
    }, receiver.pageRenewedEveryMs).unref();
  const handle = receiver.handler(secret, { work: (id) => worked.push(id) });
  const server = createServer((request, response) => {
    if (request.url !== '/effects' && request.method === 'GET') return respond(response, 405); // the route is for POST
    if (request.url !== '/effects') return void handle(request, response).catch(() => respond(response, 400));
    if (receiver.pageRenewedEveryMs === undefined) shown = page(worked);
    response.setHeader('Content-Type', 'application/json');
    respond(response, 200, shown);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // the server listens on a port, so the address is not a string
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    pageUrl: `http://127.0.0.1:${port}/effects`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns whether an event is a sample, or older than the newest of its incident. Stores the newest. */
function createEventFilter(): (body: Buffer) => boolean {
  const latest = new Map<string, number>();
  return (body) => {
    const event = JSON.parse(body.toString()) as Event; // the signature is verified, so it is an event of the sender
    if (event.is_test === true) return true;
    if (!event.incident) return false;
    const { incident_id: id, sequence } = event.incident;
    const before = latest.get(id) ?? 0;
    latest.set(id, Math.max(before, sequence));
    return sequence < before;
  };
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // no encoding is set, so chunks are buffers
  return Buffer.concat(chunks);
}

function respond(response: ServerResponse, status: number, text?: string): void {
  if (response.headersSent) return;
  response.writeHead(status).end(text);
}

function listSignatureHeaders(request: IncomingMessage): [string, string][] {
  return ['webhook-id', 'webhook-timestamp', 'webhook-signature'].flatMap((name) => {
    const value = request.headers[name];
    return typeof value === 'string' ? [[name, value] as [string, string]] : [];
  });
}

function isVerified(secret: string, request: IncomingMessage, body: Buffer): boolean {
  return isRecent(request, 300) && hasSignature(secret, request, body);
}

function isRecent({ headers }: IncomingMessage, toleranceSeconds: number): boolean {
  return Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp'])) <= toleranceSeconds;
}

function hasSignature(secret: string, request: IncomingMessage, body: Buffer): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = request.headers;
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
  if (id === '' || !/^\d+$/.test(timestamp)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  return signatures.split(' ').some((each) => {
    const [version, digest = ''] = each.split(',');
    const given = Buffer.from(digest, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
