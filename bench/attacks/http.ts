import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { resolveCredential } from './credentials.ts';

/* Clients for attacks. They never reject, because errors are part of the measurement. */

/** A request to send. */
export interface AttackRequest {
  /** GET by default, POST with a body. */
  readonly method?: string;
  readonly path: string;
  /** Sent as `X-API-Key`. */
  readonly key?: string;
  /** Sent as `Authorization: Bearer`. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent unchanged, any other value as JSON. */
  readonly body?: unknown;
  /** Loopback address to send from; 127.0.0.1 by default. */
  readonly from?: string;
  readonly timeoutMs?: number;
}

export interface AttackResponse {
  /** 0 without a response; then `text` contains the error. */
  readonly status: number;
  readonly text: string;
  readonly ms: number;
}

export type AttackClient = (request: AttackRequest) => Promise<AttackResponse>;

/** Sends requests to `origin` until `signal` aborts. With `pipelining` 0, each uses a new connection. */
export function createAttackClient(origin: string, signal: AbortSignal, { pipelining = 1 } = {}): AttackClient {
  const agents = new Map<string, Agent>();
  const agentAt = (localAddress: string): Agent => {
    const agent = agents.get(localAddress) ?? new Agent({ pipelining, localAddress });
    agents.set(localAddress, agent);
    return agent;
  };
  return async ({ method, path, key, token, headers, body, from = '127.0.0.1', timeoutMs = 30_000 }) => {
    const startMs = performance.now();
    const answer = (status: number, text: string): AttackResponse => ({
      status,
      text,
      ms: performance.now() - startMs,
    });
    try {
      const response = await request(`${origin}${path}`, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        dispatcher: agentAt(from),
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        headers: {
          ...omitUndefined({ 'X-API-Key': key === undefined ? undefined : resolveCredential(key) }),
          ...(token === undefined ? {} : { Authorization: `Bearer ${resolveCredential(token)}` }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return answer(response.statusCode, await response.body.text());
    } catch (error) {
      return answer(0, String(error));
    }
  };
}

/** Runs `work` over all items, `lanes` at a time. */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const pending = items.entries(); // shared by all lanes, so that each item is processed once
  const lane = async (): Promise<void> => {
    for (const [index, item] of pending) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

/** Repeats `work` for `durationMs`, eight at a time. */
export async function repeatConcurrently(
  durationMs: number,
  work: (n: number) => Promise<AttackResponse>,
): Promise<readonly AttackResponse[]> {
  const endMs = performance.now() + durationMs;
  const answers: AttackResponse[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < endMs) {
      const answer = await work(next++);
      answers.push(answer);
      if (answer.status === 0) await pause(50);
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  return answers;
}

/** A plain TCP connection that sends arbitrary bytes. */
export class Connection {
  received = '';
  isConnected = false;
  /** How long it was open. Undefined while it is open. */
  lastedMs: number | undefined;
  readonly #socket: Socket;

  constructor(port: number) {
    const startMs = performance.now();
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
      .on('connect', () => Object.assign(this, { isConnected: true }))
      .on('data', (part) => Object.assign(this, { received: this.received + part.toString('latin1') }))
      .on('error', () => undefined) // 'close' follows
      .on('close', () => Object.assign(this, { lastedMs: performance.now() - startMs }));
  }

  send(bytes: string): void {
    if (this.#socket.writable) this.#socket.write(bytes, 'latin1');
  }

  /** Resolves when it is closed, when `isEnough` accepts what was received, or after `limitMs`. */
  async settled(limitMs: number, isEnough: (received: string) => boolean): Promise<void> {
    for (let ms = 0; ms < limitMs && this.lastedMs === undefined && !isEnough(this.received); ms += 20) await pause(20);
  }

  destroy(): void {
    this.#socket.destroy();
  }
}

/** Counts responses by status and adds the longest duration: `200 x 4, 429 x 2; slowest 31 ms`. */
export function formatSummary(answers: readonly AttackResponse[]): string {
  const counts = [...Map.groupBy(answers, ({ status }) => status)].toSorted(([one], [other]) => one - other);
  const texts = counts.map(([status, { length }]) => `${status === 0 ? 'no answer' : status} x ${length}`);
  return `${texts.join(', ')}; slowest ${Math.round(Math.max(0, ...answers.map(({ ms }) => ms)))} ms`;
}
