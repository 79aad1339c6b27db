import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse, validateHeaderValue } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type IncidentMemory, isIgnored } from './event-order.ts';
import type { ReceiverFaultName } from './faults.ts';
import { isLost, parseEvent, type ReceivedEvent, reviewBody, reviewEvent } from './process-event.ts';
import { type HasReceiverFault, readRequestBody } from './read-body.ts';
import {
  computeExpectedSignature,
  decodeSecret,
  type FaultyReceiverRequest,
  isGenuine,
  listRawValues,
} from './verify-signature.ts';

/**
 * A webhook receiver in the scheme of the contract, written as users write them, with faults that can be switched on.
 * It shares no code with the kit.
 */

/** A receiver with injected faults that listens on loopback. */
export interface FaultyReceiver {
  /** The URL for deliveries. */
  readonly url: string;
  /** The URL that reports its counted effects. */
  readonly effectsUrl: string;
  close(): Promise<void>;
}

export interface FaultyReceiverOptions {
  readonly secret: string;
  /** Default: none, a correct receiver. */
  readonly faults?: readonly ReceiverFaultName[];
}

/** Faults that only a page with event ids shows as required. */
const LISTING_FAULTS: readonly ReceiverFaultName[] = [
  'incident-as-key',
  'older-processed',
  'ended-forgotten',
  'last-sequence-stored',
  'sequence-as-text',
  'sequence-searched',
  'subject-as-incident',
  'samples-processed',
  'kinds-share-an-incident',
  'points-repeated',
  'unknown-end-forgotten',
  'null-amounts-lost',
  'account-events-lost',
  'workers-overtake',
  'one-type-twice',
];

/** The time that it works before it responds, with the fault `answers-late`. */
export const LATE_MS = 150;

/** Starts a receiver on a free port. */
export async function startFaultyReceiver({ secret, faults = [] }: FaultyReceiverOptions): Promise<FaultyReceiver> {
  const hasFault: HasReceiverFault = (fault) => faults.includes(fault);
  const memory: ReceiverState = {
    seen: new Set(),
    rejected: new Set(),
    begun: new Set(),
    incidents: new Map(),
    newest: new Map(),
    isWorkerEnded: false,
    waiting: 0,
    first: undefined,
    signatures: new Set(),
    trusted: new WeakSet(),
    effects: [],
    newestSeconds: 0,
    startedSeconds: Date.now() / 1000,
    isLocked: false,
    isLastGenuine: false,
    chunks: [],
    explanation: '',
    page: '',
  };
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/effects')
      return void outgoing.end(
        LISTING_FAULTS.some(hasFault) ? JSON.stringify({ effects: memory.effects }) : String(memory.effects.length),
      );
    handleDelivery(incoming, { secret, hasFault, memory })
      .then((status) =>
        status === 204 && hasFault('text-in-a-page')
          ? outgoing.end(memory.page)
          : sendStatus(outgoing, status, {
              text: status === 401 ? memory.explanation : '',
              hasWrongLength: hasFault('length-in-characters'),
            }),
      )
      .catch((thrown) => sendStatus(outgoing, 500, { text: hasFault('shows-stack') ? String(thrown.stack) : '' }));
  });
  if (hasFault('one-connection')) server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const base = `http://127.0.0.1:${readPort(server)}`;
  return {
    url: `${base}/hooks`,
    effectsUrl: `${base}/effects`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface ReceiverState extends IncidentMemory {
  /** Keys of processed deliveries. */
  readonly seen: Set<string>;
  /** Keys of rejected deliveries. */
  readonly rejected: Set<string>;
  /** Keys of genuine deliveries, also of those that could not be processed. */
  readonly begun: Set<string>;
  /** The latest sequence by incident. */
  readonly incidents: Map<string, number>;
  /** Signature headers of accepted deliveries. */
  readonly signatures: Set<string>;
  /** Connections of accepted deliveries. */
  readonly trusted: WeakSet<Socket>;
  /** The id of the event of each effect. */
  effects: readonly string[];
  isWorkerEnded: boolean;
  /** The number of events that wait for a worker. */
  waiting: number;
  /** The connection that is served. */
  first: Socket | undefined;
  /** The newest timestamp of an accepted delivery. */
  newestSeconds: number;
  readonly startedSeconds: number;
  isLocked: boolean;
  /** The result of the latest verification. */
  isLastGenuine: boolean;
  /** The chunks of all bodies that are arriving. */
  chunks: Buffer[];
  /** The body of a rejection. */
  explanation: string;
  /** The body of other responses. */
  page: string;
}

interface ReceiverContext {
  readonly secret: string;
  readonly hasFault: HasReceiverFault;
  readonly memory: ReceiverState;
}

/** The time that an asynchronous step takes, with a fault that needs one. */
const STEP_MS = 50;

/** Returns the status of the response, or `undefined` to close the connection without one. */
async function handleDelivery(incoming: IncomingMessage, context: ReceiverContext): Promise<number | undefined> {
  const { secret, hasFault, memory } = context;
  const { method = '' } = incoming;
  if (memory.isLocked) return 503;
  if (hasFault('one-connection')) await waitForConnection(incoming.socket, memory);
  if (hasFault('cut-locks-up')) incoming.once('aborted', () => Object.assign(memory, { isLocked: true }));
  if (hasRefusedHeaders(incoming, hasFault)) return 400;
  if (hasFault('user-agent-known') && !/fleetkit/.test(incoming.headers['user-agent'] ?? '')) return 400;
  if (
    method !== 'POST' &&
    !hasFault('works-at-get') &&
    !hasFault('takes-get') &&
    !(hasFault('takes-put') && method === 'PUT')
  )
    return 405;
  if (hasFault('strict-media-type') && incoming.headers['content-type'] !== 'application/json') return 415;
  const body = await readRequestBody(incoming, hasFault, memory);
  if (typeof body === 'number') return body;
  const received: FaultyReceiverRequest = {
    headers: readHeaders(incoming, hasFault),
    rawHeaders: incoming.rawHeaders,
    body,
  };
  if (hasFault('shows-stack')) JSON.parse(body.toString());
  if (hasFault('ids-of-contract-only') && !/^evt_/.test(received.headers['webhook-id'] ?? '')) return 400;
  const key = readKey(received, hasFault);
  if (hasFault('reveals-the-signature'))
    memory.explanation = `expected ${computeExpectedSignature(received, { secret, hasFault, nowSeconds: 0 })}`;
  if (hasFault('id-in-a-refusal')) memory.explanation = `rejected ${key}`;
  if (hasFault('shows-the-position')) memory.explanation = `differs at ${findDifference(received, context)}`;
  if (hasFault('ids-concatenated')) JSON.parse(`{"id":"${key}"}`);
  if (hasFault('reveals-the-key')) memory.explanation = `key ${decodeSecret(secret, hasFault).toString('hex')}`;
  const isRepeat = memory.seen.has(key) || (hasFault('ids-in-an-object') && key in {});
  if (hasFault('repeats-before-check') && isRepeat) return 204;
  if (hasFault('remembers-too-soon')) memory.seen.add(key);
  if (hasFault('rejected-for-good') && memory.rejected.has(key)) return 403;
  if (hasFault('works-before-check') && !isRepeat) memory.effects = [...memory.effects, key];

  if (!(await isAccepted(incoming, received, context))) {
    memory.rejected.add(key);
    if (hasFault('locks-up')) memory.isLocked = true;
    if (hasFault('throws-when-wrong')) throw new Error('the signature is wrong');
    if (hasFault('answers-410')) return 410;
    return hasFault('connection-dropped') ? undefined : 401;
  }
  memory.signatures.add(received.headers['webhook-signature'] ?? '');
  memory.trusted.add(incoming.socket);
  if (method !== 'POST') return workAtOtherMethod(method, key, context);
  if (hasFault('failed-for-good') && memory.begun.has(key) && !isRepeat) return 422;
  memory.begun.add(key);
  const isForgotten = hasFault('forgets-ids') || (hasFault('points-repeated') && !hasIncident(body));
  if (isRepeat && !isForgotten) return hasFault('repeats-refused') ? 409 : 204;
  if (hasFault('stores-id-before-work')) memory.seen.add(key);
  if (hasFault('newest-only') && isOlder(received, memory)) return 204;
  if (hasFault('disconnect-loses') && (await isDisconnected(incoming, memory, key))) return undefined;
  return processDelivery(body, key, context);
}

const WEBHOOK_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

function hasRefusedHeaders({ headers }: IncomingMessage, hasFault: HasReceiverFault): boolean {
  if (hasFault('user-agent-needed') && headers['user-agent'] === undefined) return true;
  return (
    hasFault('webhook-headers-known') &&
    Object.keys(headers).some((name) => name.startsWith('webhook-') && !WEBHOOK_HEADERS.includes(name))
  );
}

/** Returns the place of the first difference between the signature and the right one. */
function findDifference(received: FaultyReceiverRequest, by: Pick<ReceiverContext, 'secret' | 'hasFault'>): number {
  const right = `v1,${computeExpectedSignature(received, { ...by, nowSeconds: 0 })}`;
  const given = received.headers['webhook-signature'] ?? '';
  return [...right].findIndex((letter, at) => letter !== given[at]);
}

function hasIncident(body: Buffer): boolean {
  const { incident }: Partial<ReceivedEvent> = JSON.parse(body.toString());
  return incident !== null && incident !== undefined;
}

/** Stores the key, and returns whether the sender disconnects within a while. */
async function isDisconnected({ socket }: IncomingMessage, memory: ReceiverState, key: string): Promise<boolean> {
  memory.seen.add(key);
  await delay(STEP_MS);
  return socket.destroyed;
}

/** Waits until no other connection is open. */
async function waitForConnection(own: Socket, memory: ReceiverState): Promise<void> {
  const { first } = memory;
  if (first !== undefined && first !== own && !first.destroyed) await once(first, 'close');
  memory.first = own;
}

/** Whether a delivery was sent before the newest one. */
function isOlder({ headers }: FaultyReceiverRequest, memory: ReceiverState): boolean {
  const sent = Number(headers['webhook-timestamp']);
  const isOld = sent < memory.newestSeconds - 10;
  memory.newestSeconds = Math.max(memory.newestSeconds, Math.min(sent, Date.now() / 1000));
  return isOld;
}

/** With the fault, a GET is rejected and has an effect. */
function workAtOtherMethod(method: string, key: string, { hasFault, memory }: ReceiverContext): number {
  if (!hasFault('works-at-get')) return 204;
  if (method === 'GET') memory.effects = [...memory.effects, key];
  return 405;
}

async function isAccepted(
  incoming: IncomingMessage,
  received: FaultyReceiverRequest,
  { secret, hasFault, memory }: ReceiverContext,
): Promise<boolean> {
  if (hasFault('query-trusted') && incoming.url?.includes('?') === true) return true;
  if (hasFault('connection-trusted') && memory.trusted.has(incoming.socket)) return true;
  if (hasFault('signature-cached') && memory.signatures.has(received.headers['webhook-signature'] ?? '')) return true;
  const type = incoming.headers['content-type'] ?? '';
  if (hasFault('media-type-trusted') && !type.startsWith('application/json')) return true;
  const nowSeconds = hasFault('clock-frozen') ? memory.startedSeconds : Date.now() / 1000;
  const isFirst = memory.begun.size === 0;
  memory.isLastGenuine = isGenuine(received, { secret, hasFault, nowSeconds, isFirst });
  if (hasFault('verdict-shared')) await delay(STEP_MS);
  return memory.isLastGenuine;
}

/** Processes a genuine delivery that is not a repeat. */
async function processDelivery(body: Buffer, key: string, context: ReceiverContext): Promise<number> {
  const { hasFault, memory } = context;
  const refusal = reviewBody(body, hasFault);
  if (refusal !== undefined) return refusal;
  const event = parseEvent(body, hasFault);
  if (event === undefined) return 400;
  const { location_name: location } = event.data;
  if (hasFault('text-in-a-header')) validateHeaderValue('x-location', String(location));
  if (hasFault('text-in-a-page')) memory.page = `<p>${String(location)}</p>`;
  const status = reviewEvent(event, memory.incidents, hasFault);
  if (hasFault('stores-id-late')) await delay(STEP_MS);
  const { seen, effects } = memory;
  if (hasFault('remembers-one') || (hasFault('remembers-few') && seen.size > 20)) seen.clear();
  seen.add(key);
  if (hasFault('answers-late')) await delay(LATE_MS);
  if (status >= 300 || hasFault('works-before-check') || isIgnored({ event, body }, memory, hasFault)) return status;
  if (isLost(event, hasFault) || hasNoWorker(event, context)) return status;
  if (hasFault('queue-small') && !(await waitInQueue(memory))) return status;
  if (hasFault('overwrites-results')) await delay(STEP_MS);
  if (hasFault('workers-overtake')) return processLater(event, memory);
  const isTwice = hasFault('one-type-twice') && event.type === 'command_failed';
  memory.effects = [
    ...(hasFault('overwrites-results') ? effects : memory.effects),
    ...(isTwice ? [event.id, event.id] : [event.id]),
  ];
  return status;
}

/** With the fault, beginnings of incidents take longer than other events. */
function processLater({ id, incident }: ReceivedEvent, memory: ReceiverState): number {
  const process = () => {
    memory.effects = [...memory.effects, id];
  };
  setTimeout(process, incident?.state === 'triggered' ? STEP_MS : 0);
  return 202;
}

/** With the fault, a large sequence ends the worker. */
function hasNoWorker({ incident }: ReceivedEvent, { hasFault, memory }: ReceiverContext): boolean {
  memory.isWorkerEnded ||= hasFault('worker-ends') && (incident?.sequence ?? 0) >= 100;
  return memory.isWorkerEnded;
}

/** The number of events that wait at most, with the fault. */
const QUEUE_SIZE = 8;

/** Waits for a worker. Returns whether the event had a place in the queue. */
async function waitInQueue(memory: ReceiverState): Promise<boolean> {
  if (memory.waiting >= QUEUE_SIZE) return false;
  memory.waiting += 1;
  await delay(STEP_MS);
  memory.waiting -= 1;
  return true;
}

/** Returns the key by which repeats are detected. */
function readKey({ headers, rawHeaders, body }: FaultyReceiverRequest, hasFault: HasReceiverFault): string {
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '' } = headers;
  if (hasFault('ids-with-their-time')) return `${id}${timestamp}`;
  if (hasFault('body-as-key')) return body.toString();
  if (hasFault('ids-cut')) return id.slice(0, 20);
  if (hasFault('ids-in-lower-case')) return id.toLowerCase();
  if (hasFault('second-as-key')) return timestamp;
  if (hasFault('incident-as-key') || hasFault('terminal-as-key') || hasFault('type-as-key'))
    return readEventKey(body, hasFault) ?? id;
  return hasFault('ids-read-twice') ? (listRawValues(rawHeaders, 'webhook-id').at(-1) ?? id) : id;
}

function readEventKey(body: Buffer, hasFault: HasReceiverFault): string | undefined {
  try {
    const { type, terminal_id: terminal, incident }: Partial<ReceivedEvent> = JSON.parse(body.toString());
    if (hasFault('type-as-key')) return type;
    return hasFault('terminal-as-key') ? `${terminal} ${type} ${incident?.state}` : incident?.incident_id;
  } catch {
    return undefined;
  }
}

const readHeaders = (
  { headers, rawHeaders }: IncomingMessage,
  hasFault: HasReceiverFault,
): FaultyReceiverRequest['headers'] =>
  hasFault('header-case-matters')
    ? Object.fromEntries(rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : [])))
    : Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));

function sendStatus(
  outgoing: ServerResponse,
  status: number | undefined,
  { text = '', hasWrongLength = false }: { readonly text?: string; readonly hasWrongLength?: boolean } = {},
): void {
  if (status === undefined) return void outgoing.destroy();
  if (!hasWrongLength || status !== 401) return void outgoing.writeHead(status).end(text);
  const words = 'ungültig';
  outgoing.writeHead(status, { 'content-length': words.length }).end(words);
}

function readPort(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the receiver has no port');
  return address.port;
}
