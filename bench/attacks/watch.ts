import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { readPeakRssMb, readRssMb } from '../machine/process-tree.ts';
import { type AttackRequest, type AttackResponse, createAttackClient } from './http.ts';

/*
 * Runs in a separate thread, so that the work of an attack does not affect the measurement. Reads as users of other tenants
 * at a steady rate, from another address than the attacker, without waiting for earlier responses, each over a new
 * connection. Samples the memory of the server, and kills the server above a limit.
 */

/** A user of another tenant and the path that it reads. */
export interface VictimRead {
  readonly key: string;
  readonly path: string;
  /** A text that a correct response contains. */
  readonly expected: string;
}

export interface WatchData {
  /** One or several replicas; the users read from each in turn. */
  readonly origins: readonly string[];
  readonly pids: readonly number[];
  readonly victims: readonly VictimRead[];
}

/** One read by a user of another tenant, sent at an instant in epoch milliseconds. */
interface Read {
  readonly sentAtMs: number;
  readonly ms: number;
  readonly isCorrect: boolean;
}

export interface WatchResult {
  readonly reads: readonly Read[];
  /** Resident memory and its highest value so far, with the instant in epoch milliseconds. */
  readonly memory: readonly { readonly atMs: number; readonly rssMb: number; readonly peakMb: number }[];
  readonly wasKilled: boolean;
}

const READ_EVERY_MS = 560; // 107 a minute for each user, below the limit of 120
const MEMORY_LIMIT_MB = 1500;

if (parentPort === null) throw new Error('bench/attacks/measure.ts starts this in a thread');
const port = parentPort;
const { origins, pids, victims } = workerData as WatchData; // measure.ts passes it
const clients = origins.map((origin) => createAttackClient(origin, new AbortController().signal, { pipelining: 0 }));
const stop = new AbortController();
port.once('message', () => stop.abort());

const [reads, memory] = await Promise.all([Promise.all(victims.map(readSteadily)), sampleMemory()]);
const wasKilled = memory.some(({ rssMb }) => rssMb > MEMORY_LIMIT_MB);
port.postMessage({ reads: reads.flat(), memory, wasKilled } satisfies WatchResult);
port.close();

async function readSteadily({ key, path, expected }: VictimRead, index: number): Promise<readonly Read[]> {
  const pending: Promise<Read>[] = [];
  let nextMs = performance.now() + (index * READ_EVERY_MS) / victims.length;
  while (await waitUnlessStopped(nextMs - performance.now())) {
    const sentAtMs = Date.now();
    pending.push(
      readOnce(pending.length, { path, key, from: '127.0.0.2', timeoutMs: 10_000 }).then(({ status, text, ms }) => {
        return { sentAtMs, ms, isCorrect: status === 200 && text.includes(expected) };
      }),
    );
    nextMs += READ_EVERY_MS;
  }
  return Promise.all(pending);
}

/** Reads from one replica, and from the next one if that refuses the connection, like a load balancer. */
async function readOnce(turn: number, request: AttackRequest): Promise<AttackResponse> {
  const startMs = performance.now();
  let answer: AttackResponse = { status: 0, text: '', ms: 0 };
  for (let n = 0; n < clients.length; n += 1) {
    answer = (await clients[(turn + n) % clients.length]?.(request)) ?? answer;
    if (!answer.text.includes('ECONNREFUSED')) break;
  }
  return { ...answer, ms: performance.now() - startMs };
}

async function sampleMemory(): Promise<WatchResult['memory']> {
  const samples: { atMs: number; rssMb: number; peakMb: number }[] = [];
  do {
    const living = pids.filter((pid) => Number.isFinite(readRssMb([pid])));
    if (living.length === 0) break; // all servers have ended
    const rssMb = readRssMb(living);
    samples.push({ atMs: Date.now(), rssMb, peakMb: Math.max(samples.at(-1)?.peakMb ?? 0, readPeakRssMb(living)) });
    if (rssMb > MEMORY_LIMIT_MB) {
      for (const pid of living) process.kill(pid, 'SIGKILL');
      break;
    }
  } while (await waitUnlessStopped(50));
  return samples;
}

/** Waits, and returns whether to continue. */
function waitUnlessStopped(ms: number): Promise<boolean> {
  return pause(Math.max(0, ms), true, { signal: stop.signal }).catch(() => false);
}
