import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { valuesOf } from '../../../spec/index.ts';
import { type Broken, bodyOf } from './body.ts';
import { isGenuine, type Received } from './check.ts';
import type { FaultName } from './faults.ts';

/**
 * A webhook receiver in the scheme of the contract, written as users write them, with faults that can be switched on.
 * It shares no code with the kit.
 */

/** A receiver with injected faults that listens on loopback. */
export interface PlantedReceiver {
  /** The URL for deliveries. */
  readonly url: string;
  /** The URL that reports its counted effects. */
  readonly effectsUrl: string;
  close(): Promise<void>;
}

export interface PlantedOptions {
  readonly secret: string;
  /** Default: none, a correct receiver. */
  readonly faults?: readonly FaultName[];
}

/** The time that it works before it responds, with the fault `answers-late`. */
export const LATE_MS = 150;

/** Starts a receiver on a free port. */
export async function plantedReceiver({ secret, faults = [] }: PlantedOptions): Promise<PlantedReceiver> {
  const broken: Broken = (fault) => faults.includes(fault);
  const memory: Memory = { seen: new Set(), effects: 0, isLocked: false };
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/effects') return void outgoing.end(String(memory.effects));
    answerTo(incoming, { secret, broken, memory })
      .then((status) => reply(outgoing, status))
      .catch(() => reply(outgoing, 500));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const base = `http://127.0.0.1:${portOf(server)}`;
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

interface Memory {
  readonly seen: Set<string>;
  effects: number;
  isLocked: boolean;
}

interface Inside {
  readonly secret: string;
  readonly broken: Broken;
  readonly memory: Memory;
}

/** Returns the status of the response, or `undefined` to close the connection without one. */
async function answerTo(incoming: IncomingMessage, { secret, broken, memory }: Inside): Promise<number | undefined> {
  if (memory.isLocked) return 503;
  if (incoming.method !== 'POST' && !broken('takes-get')) return 405;
  if (broken('strict-media-type') && incoming.headers['content-type'] !== 'application/json') return 415;
  const body = await bodyOf(incoming, broken);
  if (typeof body === 'number') return body;
  const received: Received = { headers: headersOf(incoming, broken), rawHeaders: incoming.rawHeaders, body };
  const id = received.headers['webhook-id'] ?? '';
  const isRepeat = memory.seen.has(id);
  if (broken('repeats-before-check') && isRepeat) return 204;
  if (broken('remembers-too-soon')) memory.seen.add(id);

  if (!isGenuine(received, { secret, broken, nowSeconds: Date.now() / 1000 })) {
    if (broken('locks-up')) memory.isLocked = true;
    if (broken('throws-when-wrong')) throw new Error('the signature is wrong');
    if (broken('answers-410')) return 410;
    return broken('connection-dropped') ? undefined : 401;
  }
  if (incoming.method !== 'POST') return 204;
  if (isRepeat && !broken('forgets-ids')) return broken('repeats-refused') ? 409 : 204;
  memory.seen.add(id);
  const status = work(JSON.parse(body.toString()), broken);
  if (status < 300) memory.effects += 1;
  if (broken('answers-late')) await delay(LATE_MS);
  return status;
}

interface ReceivedEvent {
  readonly type: string;
  readonly terminal_id: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

const KNOWN_TYPES: readonly string[] = valuesOf('EventType');

const FRAME = [
  ...['id', 'type', 'timestamp', 'api_version', 'level', 'account_id', 'terminal_id', 'families', 'severity'],
  ...['incident', 'data', 'is_test'],
];

function work(event: ReceivedEvent, broken: Broken): number {
  if (broken('known-types-only') && !KNOWN_TYPES.includes(event.type)) return 422;
  if (broken('closed-schema') && Object.keys(event).some((member) => !FRAME.includes(member))) return 422;
  if (broken('only-terminal-events') && event.terminal_id === null) return 400;
  if (broken('trips-over-data')) Object.keys(event.data).reduce((longest, name) => (name > longest ? name : longest));
  return 204;
}

const headersOf = ({ headers, rawHeaders }: IncomingMessage, broken: Broken): Received['headers'] =>
  broken('header-case-matters')
    ? Object.fromEntries(rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : [])))
    : Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));

function reply(outgoing: ServerResponse, status: number | undefined): void {
  if (status === undefined) return void outgoing.destroy();
  outgoing.writeHead(status).end();
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the receiver has no port');
  return address.port;
}
