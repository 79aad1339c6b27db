import { createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import document from '../../../spec/generated/openapi.json' with { type: 'json' };

/*
 * Senders written from docs/receiving-webhooks.md, docs/checking-a-sender.md and the Standard Webhooks specification,
 * without knowledge of the checks. Each has its own clock and produces a recording in the form of
 * docs/checking-a-sender.md.
 */

type Json = Record<string, unknown>;
type Headers = [string, string][];

/** The response of an inbox to one attempt. A status of `null`: no response for `waitMs`, then the connection closes. */
interface Answer {
  readonly status: number | null;
  readonly retryAfterSeconds?: number;
}

/** The behaviour of a sender. The default for each member is `standardSender`. */
export interface Sender {
  readonly name: string;
  readonly events: readonly Json[];
  /** Returns the body of an attempt; the first attempt is 1. */
  readonly body: (event: Json, attempt: number) => Buffer;
  readonly createId: (event: Json, attempt: number) => string;
  /** Returns the value of the timestamp header. */
  readonly timestamp: (sentMs: number, firstSentMs: number) => string;
  readonly key: (secret: string) => Buffer | string;
  readonly headers: (signed: { id: string; timestamp: string; signature: string; secret: string }) => Headers;
  /** Milliseconds until the next attempt; `undefined` without one. */
  readonly nextIn: (answer: Answer, attempt: number) => number | undefined;
  readonly followsRedirects: boolean;
}

const RETRY_MS = [5_000, 10_000, 20_000];

const standardSender: Sender = {
  name: 'as the contract defines',
  events: listContractEvents(),
  body: (event) => Buffer.from(JSON.stringify(event)),
  createId: (event) => String(event.id),
  timestamp: (sentMs) => String(Math.floor(sentMs / 1000)),
  key: (secret) => Buffer.from(secret.replace('whsec_', ''), 'base64'),
  headers: ({ id, timestamp, signature }) => [
    ['content-type', 'application/json'],
    ['user-agent', 'acme-webhooks/2.1'],
    ['webhook-id', id],
    ['webhook-timestamp', timestamp],
    ['webhook-signature', `v1,${signature}`],
  ],
  nextIn: ({ status, retryAfterSeconds = 0 }, attempt) => {
    const isTaken = status !== null && status >= 200 && status < 300;
    const pause = RETRY_MS[attempt - 1];
    return isTaken || status === 410 || pause === undefined ? undefined : Math.max(pause, retryAfterSeconds * 1000);
  },
  followsRedirects: false,
};

const createSender = (name: string, differs: Partial<Sender>): Sender => ({ ...standardSender, name, ...differs });

/* ── Correct senders ───────────────────────────────────────────────────────────────────────────────────────────── */

export const correctSenders: readonly Sender[] = [
  standardSender,
  createSender('names headers in capitals and the charset in the media type', {
    headers: ({ id, timestamp, signature }) => [
      ['Content-Type', 'application/json; charset=utf-8'],
      ['User-Agent', 'Hooks (+https://acme.example)'],
      ['Webhook-Id', id],
      ['Webhook-Timestamp', timestamp],
      ['Webhook-Signature', `v1,${signature}`],
      ['Traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
    ],
  }),
  createSender('sends a second signature of an unknown version', {
    headers: ({ id, timestamp, signature }) => [
      ['content-type', 'application/json'],
      ['user-agent', 'acme'],
      ['webhook-id', id],
      ['webhook-timestamp', timestamp],
      ['webhook-signature', `v1a,${Buffer.alloc(64, 7).toString('base64')} v1,${signature}`],
    ],
  }),
  createSender('tries again with growing pauses that are never the same', {
    nextIn: (answer, attempt) => {
      const pause = standardSender.nextIn(answer, attempt);
      return pause === undefined ? undefined : pause * 1.3 + attempt * 217;
    },
  }),
  createSender('writes indented JSON with escapes', {
    body: (event) => Buffer.from(JSON.stringify(event, null, 2).replaceAll('/', '\\/')),
  }),
  createSender('has events of one type alone', {
    events: listContractEvents().filter(({ type }) => type === 'cash_low' || type === 'cash_out'),
  }),
  createSender('sends its events backwards', { events: listContractEvents().toReversed() }),
  createSender('marks everything as a sample', {
    events: listContractEvents().map((event) => ({ ...event, is_test: true })),
  }),
];

/* ── Faulty senders: each must not pass the check that it names ────────────────────────────────────────────────── */

const changeEventAt = (from: number, change: (event: Json) => Json): readonly Json[] =>
  listContractEvents().map((event, index) => (index === from ? change(event) : event));

export const faultySenders: readonly { readonly sender: Sender; readonly check: string }[] = [
  {
    check: 'retries/redirect-not-followed',
    sender: createSender('treats a redirect as a delivery', {
      nextIn: (answer, attempt) =>
        answer.status !== null && answer.status < 400 ? undefined : standardSender.nextIn(answer, attempt),
    }),
  },
  {
    check: 'retries/redirect-not-followed',
    sender: createSender('follows redirects', { followsRedirects: true }),
  },
  {
    check: 'events/name',
    sender: createSender('names one event that the document does not list', {
      events: changeEventAt(6, (event) => ({ ...event, type: 'terminal_exploded' })),
    }),
  },
  {
    check: 'events/name',
    sender: createSender('writes event names with hyphens', {
      events: listContractEvents().map((event) => ({ ...event, type: String(event.type).replaceAll('_', '-') })),
    }),
  },
  {
    check: 'events/named',
    sender: createSender('names no event in one delivery', {
      events: changeEventAt(7, ({ type: _left, ...event }) => event),
    }),
  },
  {
    check: 'events/families',
    sender: createSender('puts an event in a family that the document does not list', {
      events: changeEventAt(6, (event) => ({ ...event, families: ['vending_and_parking'] })),
    }),
  },
  {
    check: 'events/families',
    sender: createSender('puts an event in another documented family', {
      events: listContractEvents().map((event) =>
        event.type === 'settlement_mismatch' ? { ...event, families: ['account_fleet_snapshot'] } : event,
      ),
    }),
  },
  {
    check: 'retries/same-id',
    sender: createSender('gives each attempt a new id', {
      createId: (event, attempt) => `${String(event.id)}A${attempt}`,
    }),
  },
  {
    check: 'retries/new-timestamp',
    sender: createSender('repeats the time of the first attempt', {
      timestamp: (_sentMs, firstSentMs) => String(Math.floor(firstSentMs / 1000)),
    }),
  },
  {
    check: 'retries/same-bytes',
    sender: createSender('writes the attempt into the body', {
      body: (event, attempt) => Buffer.from(JSON.stringify({ ...event, attempt })),
    }),
  },
  {
    check: 'retries/happen',
    sender: createSender('never tries again', { nextIn: () => undefined }),
  },
  {
    check: 'retries/retry-after',
    sender: createSender('tries again before Retry-After is over', {
      nextIn: ({ status }, attempt) => standardSender.nextIn({ status }, attempt),
    }),
  },
  {
    check: 'headers/timestamp-fresh',
    sender: createSender('writes the time in milliseconds', { timestamp: (sentMs) => String(sentMs) }),
  },
  {
    check: 'signature/verifies',
    sender: createSender('signs with the undecoded secret', { key: (secret) => secret }),
  },
  {
    check: 'signature/present',
    sender: createSender('does not sign', {
      headers: (signed) => standardSender.headers(signed).filter(([name]) => name !== 'webhook-signature'),
    }),
  },
  {
    check: 'privacy/no-secret',
    sender: createSender('sends the secret', {
      headers: (signed) => [...standardSender.headers(signed), ['x-webhook-secret', signed.secret]],
    }),
  },
];

/* ── The simulated inbox ───────────────────────────────────────────────────────────────────────────────────────── */

const START_MS = Date.UTC(2026, 10, 2, 15);

/** Runs a sender against the responses in docs/checking-a-sender.md for `listenMs` and returns the recording. */
export function recordSender(sender: Sender, secret: string, listenMs = 60_000): string {
  const lines: { readonly atMs: number; readonly line: Json }[] = [];
  const places = new Map<string, number>(); // deliveries count in order of first arrival
  const attemptsById = new Map<string, number>();
  const due = sender.events.map((event, index) => ({ event, attempt: 1, atMs: START_MS + index * 250, firstMs: 0 }));
  for (;;) {
    due.sort((one, other) => one.atMs - other.atMs);
    const next = due.shift();
    if (next === undefined || next.atMs > START_MS + listenMs) break;
    const { event, attempt, atMs } = next;
    const firstMs = next.firstMs || atMs;
    const id = sender.createId(event, attempt);
    if (event.is_test !== true && !places.has(id)) places.set(id, places.size + 1);
    attemptsById.set(id, (attemptsById.get(id) ?? 0) + 1);
    const answer = chooseAnswer(places.get(id), attemptsById.get(id) ?? 1);
    lines.push({
      atMs,
      line: { ...presentRequest({ sender, event, attempt, atMs, firstMs, secret }), ...presentAnswer(answer) },
    });
    if (answer.status === 302 && sender.followsRedirects) {
      const followed = presentRequest({ sender, event, attempt, atMs, firstMs, secret });
      lines.push({
        atMs: atMs + 3,
        line: { ...followed, received_at_ms: atMs + 3, path: '/moved-here', answer: { status: 200 } },
      });
      continue;
    }
    const pause = sender.nextIn(answer, attempt);
    if (pause !== undefined) due.push({ event, attempt: attempt + 1, atMs: Math.round(atMs + pause), firstMs });
  }
  lines.sort((one, other) => one.atMs - other.atMs);
  return [...lines.map(({ line }) => line), { listened_until_ms: START_MS + listenMs }]
    .map((line) => JSON.stringify(line))
    .join('\n');
}

function chooseAnswer(place: number | undefined, attempt: number): Answer {
  if (attempt > 1) return { status: 200 };
  if (place === 2) return { status: 500 };
  if (place === 3) return { status: 503, retryAfterSeconds: 8 };
  return { status: place === 4 ? 302 : 200 };
}

const presentAnswer = ({ status, retryAfterSeconds }: Answer): Json => ({
  answer: retryAfterSeconds === undefined ? { status } : { status, retry_after_seconds: retryAfterSeconds },
});

interface Attempt {
  readonly sender: Sender;
  readonly event: Json;
  readonly attempt: number;
  readonly atMs: number;
  readonly firstMs: number;
  readonly secret: string;
}

function signAttempt({ sender, event, attempt, atMs, firstMs, secret }: Attempt): { headers: Headers; body: Buffer } {
  const id = sender.createId(event, attempt);
  const timestamp = sender.timestamp(atMs, firstMs);
  const body = sender.body(event, attempt);
  const signature = createHmac('sha256', sender.key(secret))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest('base64');
  return { headers: sender.headers({ id, timestamp, signature, secret }), body };
}

function presentRequest(attempt: Attempt): Json {
  const { headers, body } = signAttempt(attempt);
  return { received_at_ms: attempt.atMs, method: 'POST', path: '/', headers, body_base64: body.toString('base64') };
}

/** The contract's example events, each with a new id. */
function listContractEvents(): readonly Json[] {
  return Object.values(document.webhooks).flatMap(({ post }) =>
    Object.values(post.requestBody.content['application/json'].examples).map(({ value }) => value as Json),
  );
}

/* ── Senders over HTTP, for what a recording does not show: when the sender hangs up ───────────────────────────── */

/**
 * Delivers the contract's events to an inbox, one at a time.
 * With `timeoutMs`, closes the connection after this time without a response; otherwise waits until the inbox closes it.
 */
export async function deliverLive(options: {
  readonly url: string;
  readonly secret: string;
  readonly timeoutMs?: number;
  /** Treats a closed connection as a success. */
  readonly takesSilenceForDelivered?: boolean;
}): Promise<void> {
  for (const event of standardSender.events.slice(0, 6))
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const atMs = Date.now();
      const signed = signAttempt({
        sender: standardSender,
        event,
        attempt,
        atMs,
        firstMs: atMs,
        secret: options.secret,
      });
      const status = await post({ ...options, ...signed });
      if (status === null && options.takesSilenceForDelivered === true) break;
      if (status !== null && status >= 200 && status < 300) break;
    }
}

function post(request: { url: string; headers: Headers; body: Buffer; timeoutMs?: number }): Promise<number | null> {
  return new Promise((resolve) => {
    const sent = httpRequest(request.url, {
      method: 'POST',
      headers: Object.fromEntries(request.headers),
      agent: false,
    });
    if (request.timeoutMs !== undefined) sent.setTimeout(request.timeoutMs, () => sent.destroy());
    sent.on('response', (response) => {
      response.resume();
      response.on('close', () => resolve(response.statusCode ?? null));
    });
    sent.on('error', () => resolve(null));
    sent.end(request.body);
  });
}
