import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { valuesOf } from '../../../spec/index.ts';
import type { ReceiverFaultName } from './faults.ts';
import { type HasReceiverFault, readRequestBody } from './read-body.ts';
import { computeExpectedSignature, type FaultyReceiverRequest, isGenuine } from './verify-signature.ts';

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

/** The time that it works before it responds, with the fault `answers-late`. */
export const LATE_MS = 150;

/** Starts a receiver on a free port. */
export async function startFaultyReceiver({ secret, faults = [] }: FaultyReceiverOptions): Promise<FaultyReceiver> {
  const hasFault: HasReceiverFault = (fault) => faults.includes(fault);
  const memory: ReceiverState = { seen: new Set(), effects: 0, isLocked: false, explanation: '' };
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/effects') return void outgoing.end(String(memory.effects));
    handleDelivery(incoming, { secret, hasFault, memory })
      .then((status) => sendStatus(outgoing, status, status === 401 ? memory.explanation : ''))
      .catch(() => sendStatus(outgoing, 500));
  });
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

interface ReceiverState {
  readonly seen: Set<string>;
  effects: number;
  isLocked: boolean;
  /** The body of a rejection. */
  explanation: string;
}

interface ReceiverContext {
  readonly secret: string;
  readonly hasFault: HasReceiverFault;
  readonly memory: ReceiverState;
}

/** Returns the status of the response, or `undefined` to close the connection without one. */
async function handleDelivery(
  incoming: IncomingMessage,
  { secret, hasFault, memory }: ReceiverContext,
): Promise<number | undefined> {
  if (memory.isLocked) return 503;
  if (incoming.method !== 'POST' && !hasFault('takes-get')) return 405;
  if (hasFault('strict-media-type') && incoming.headers['content-type'] !== 'application/json') return 415;
  const body = await readRequestBody(incoming, hasFault);
  if (typeof body === 'number') return body;
  const received: FaultyReceiverRequest = {
    headers: readHeaders(incoming, hasFault),
    rawHeaders: incoming.rawHeaders,
    body,
  };
  const id = `${received.headers['webhook-id'] ?? ''}${hasFault('ids-with-their-time') ? received.headers['webhook-timestamp'] : ''}`;
  if (hasFault('reveals-the-signature'))
    memory.explanation = `expected ${computeExpectedSignature(received, { secret, hasFault, nowSeconds: 0 })}`;
  const isRepeat = memory.seen.has(id);
  if (hasFault('repeats-before-check') && isRepeat) return 204;
  if (hasFault('remembers-too-soon')) memory.seen.add(id);

  if (!isGenuine(received, { secret, hasFault, nowSeconds: Date.now() / 1000 })) {
    if (hasFault('locks-up')) memory.isLocked = true;
    if (hasFault('throws-when-wrong')) throw new Error('the signature is wrong');
    if (hasFault('answers-410')) return 410;
    return hasFault('connection-dropped') ? undefined : 401;
  }
  if (incoming.method !== 'POST') return 204;
  if (isRepeat && !hasFault('forgets-ids')) return hasFault('repeats-refused') ? 409 : 204;
  memory.seen.add(id);
  if (hasFault('members-by-position') && !/^\s*\{\s*"id"/.test(body.toString())) return 400;
  const status = processEvent(JSON.parse(body.toString()), hasFault);
  if (status < 300) memory.effects += 1;
  if (hasFault('answers-late')) await delay(LATE_MS);
  return status;
}

interface ReceivedEvent {
  readonly type: string;
  readonly terminal_id: string | null;
  readonly incident: { readonly state: string } | null;
  readonly data: Readonly<Record<string, unknown>>;
}

const KNOWN_TYPES: readonly string[] = valuesOf('EventType');

const FRAME = [
  ...['id', 'type', 'timestamp', 'api_version', 'level', 'account_id', 'terminal_id', 'families', 'severity'],
  ...['incident', 'data', 'is_test'],
];

function processEvent(event: ReceivedEvent, hasFault: HasReceiverFault): number {
  if (hasFault('known-types-only') && !KNOWN_TYPES.includes(event.type)) return 422;
  if (hasFault('closed-schema') && Object.keys(event).some((member) => !FRAME.includes(member))) return 422;
  if (hasFault('only-terminal-events') && event.terminal_id === null) return 400;
  if (hasFault('resolved-refused') && event.incident?.state === 'resolved') return 422;
  if (hasFault('trips-over-data')) Object.keys(event.data).reduce((longest, name) => (name > longest ? name : longest));
  return 204;
}

const readHeaders = (
  { headers, rawHeaders }: IncomingMessage,
  hasFault: HasReceiverFault,
): FaultyReceiverRequest['headers'] =>
  hasFault('header-case-matters')
    ? Object.fromEntries(rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : [])))
    : Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));

function sendStatus(outgoing: ServerResponse, status: number | undefined, body = ''): void {
  if (status === undefined) return void outgoing.destroy();
  outgoing.writeHead(status).end(body);
}

function readPort(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the receiver has no port');
  return address.port;
}
