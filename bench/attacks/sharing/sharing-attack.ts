import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { readMember } from '../attack.ts';
import type { AttackClient, AttackRequest } from '../http.ts';

/*
 * Attacks of one user on a server that others share.
 *
 * To add one: export a `SharingAttack` from a file of this folder, and list it in `bench/sharing.ts`. `run` sends traffic to
 * `target.port`. It runs twice: first the target is a bare server of node:http that does the least possible work, on the same
 * core as the sandbox, then the sandbox itself. A separate process reads as a user of another workspace from the sandbox both
 * times. So the ratio of both measurements shows the effect of sharing the sandbox, without that of sharing the core.
 *
 * - Send at a fixed rate or in a fixed number, so that the bare server, which is faster, does not get more.
 * - The bare server answers each request with a small 200, event streams with one comment every 15 s, and `Prefer: delay`
 *   after that delay. Do not depend on the content of responses in `run`; prepare what the attack needs in `prepare`, which
 *   runs once, before the measurements, with the sandbox as its target.
 * - Stop when `target.signal` aborts. Close what was opened with `hold` if closing is a part of the attack; the rest is closed
 *   afterwards.
 */

/** An attack on a shared server. */
export interface SharingAttack {
  readonly id: string;
  readonly title: string;
  /** Time limit of one run; 60 s by default. */
  readonly limitMs?: number;
  /** Options of Node.js for the sandbox, such as `--max-old-space-size=450`. */
  readonly nodeOptions?: readonly string[];
  /**
   * `hosted`: `serve --hosted --trust-proxy 1`, and the attacker has the keys of one workspace. `published`: without
   * `--hosted`, and the attacker has the published keys of administrators. Default: `hosted`.
   */
  readonly mode?: 'hosted' | 'published';
  /** Prepares the sandbox before the measurements. */
  readonly prepare?: (target: AttackTarget) => Promise<void>;
  readonly run: (target: AttackTarget) => Promise<void>;
}

/** The server to which an attack is sent, and what the attacker has. */
export interface AttackTarget {
  /** On 127.0.0.1. */
  readonly port: number;
  /** Sends a request. Never rejects. */
  readonly send: AttackClient;
  /** Opens a connection and sends a request on it, for event streams and other requests that stay open. */
  hold(request: HeldRequest): HeldConnection;
  /** Keys of the attacker, by user id. In mode `published`, use `adminKeys`: the others belong to those who read. */
  readonly keys: ReadonlyMap<string, string>;
  /** Keys of users who may use the control plane, such as its event streams. */
  readonly adminKeys: readonly string[];
  /** Prefix of paths that selects the attacker's workspace for requests without a key. Empty in mode `published`. */
  readonly basePath: string;
  /** The operator's token of the attacker's workspace. Undefined in mode `published`. */
  readonly workspaceToken: string | undefined;
  /** The token of the operator of the server. */
  readonly serverToken: string;
  readonly signal: AbortSignal;
  note(text: string): void;
}

/** A request for `hold`. */
export interface HeldRequest {
  readonly path: string;
  readonly key?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Local address; 127.0.0.1 by default. */
  readonly from?: string;
  /** Whether the client never reads, so that the server must buffer. */
  readonly isUnread?: boolean;
}

/** A connection with one request that stays open. Its response is read and dropped, except for the status. */
export class HeldConnection {
  /** The status of the response; 0 until it arrives. */
  status = 0;
  isClosed = false;
  readonly #socket: Socket;

  constructor(port: number, { path, key, token, headers = {}, from = '127.0.0.1', isUnread = false }: HeldRequest) {
    const all = {
      Host: '127.0.0.1',
      ...headers,
      ...(key === undefined ? {} : { 'X-API-Key': key }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    this.#socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true });
    this.#socket
      .on('connect', () => this.#socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`))
      .on('error', () => undefined) // 'close' follows
      .on('close', () => {
        this.isClosed = true;
      });
    if (isUnread) this.#socket.pause();
    else
      this.#socket.on('data', (part) => {
        if (this.status === 0) this.status = Number(part.toString('latin1', 9, 12));
      });
  }

  /** Resolves when the response has begun, or the connection is closed. */
  async answered(signal: AbortSignal): Promise<void> {
    while (this.status === 0 && !this.isClosed && !signal.aborted) await pause(20);
  }

  close(): void {
    this.#socket.destroy();
  }

  async closed(): Promise<void> {
    if (!this.isClosed) await once(this.#socket, 'close');
  }
}

/** Calls `work` at a fixed rate, without waiting for earlier calls, until all are started or `signal` aborts. */
export async function repeatAtRate(
  { count, perSecond }: { readonly count: number; readonly perSecond: number },
  signal: AbortSignal,
  work: (n: number) => unknown,
): Promise<void> {
  const startMs = performance.now();
  const pending: unknown[] = [];
  for (let n = 0; n < count && !signal.aborted; n += 1) {
    const waitMs = startMs + (n * 1000) / perSecond - performance.now();
    if (waitMs > 0) await pause(waitMs, undefined, { signal }).catch(() => undefined);
    pending.push(work(n));
  }
  await Promise.all(pending);
}

/** Sends requests at a fixed rate, and notes how many of them got each status. */
export async function sendAtRate(
  { send, signal, note }: AttackTarget,
  rate: { readonly count: number; readonly perSecond: number },
  createRequest: (n: number) => AttackRequest,
): Promise<void> {
  const statuses: string[] = [];
  await repeatAtRate(rate, signal, async (n) => {
    const response = await send(createRequest(n));
    statuses.push(`${response.status} ${readMember(response, 'code') ?? ''}`.trim());
  });
  const groups = Map.groupBy(statuses, (status) => status);
  note([...groups].map(([status, { length }]) => `${status} x ${length}`).join(', '));
}

/** Describes how many connections have each status. */
export function formatStatuses(connections: readonly HeldConnection[]): string {
  const groups = Map.groupBy(connections, ({ status, isClosed }) =>
    status === 0 ? (isClosed ? 'closed' : 'no response') : String(status),
  );
  return [...groups].map(([status, { length }]) => `${status} x ${length}`).join(', ');
}
