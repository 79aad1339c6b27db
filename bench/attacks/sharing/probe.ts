import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/*
 * Reads at a steady rate as the users of another workspace, in its own process. Does not wait for earlier responses, so that a
 * server that stops for a while delays all reads of that time. Each read has a new connection. Gets its options from the
 * parent's first message, and sends the reads after the second one.
 */

export interface ProbeOptions {
  readonly port: number;
  readonly reads: readonly { readonly key: string; readonly path: string }[];
  readonly everyMs: number;
  readonly timeoutMs: number;
}

/** One read, sent at an instant in epoch milliseconds. */
export interface ProbeRead {
  readonly sentAtMs: number;
  readonly ms: number;
  readonly isCorrect: boolean;
}

process.once('message', (message) => {
  const options = message as ProbeOptions; // measure-sharing.ts sends nothing else
  const stop = new AbortController();
  process.once('message', () => stop.abort());
  void readSteadily(options, stop.signal).then((reads) => {
    process.send?.(reads, undefined, undefined, () => process.disconnect());
  });
});

async function readSteadily(options: ProbeOptions, signal: AbortSignal): Promise<readonly ProbeRead[]> {
  const pending: Promise<ProbeRead>[] = [];
  const startMs = performance.now();
  while (!signal.aborted) {
    pending.push(readOnce(options, pending.length));
    const waitMs = startMs + pending.length * options.everyMs - performance.now();
    await pause(Math.max(0, waitMs), undefined, { signal }).catch(() => undefined);
  }
  return Promise.all(pending);
}

const agent = new Agent({ keepAlive: false });

function readOnce({ port, reads, timeoutMs }: ProbeOptions, n: number): Promise<ProbeRead> {
  const { key, path } = reads[n % reads.length] ?? { key: '', path: '/' };
  const sentAtMs = Date.now();
  const startMs = performance.now();
  return new Promise((resolve) => {
    const end = (status?: number): void =>
      resolve({ sentAtMs, ms: performance.now() - startMs, isCorrect: status === 200 });
    const headers = { 'X-API-Key': key, 'X-Forwarded-For': '198.51.100.7' };
    const signal = AbortSignal.timeout(timeoutMs);
    request({ port, path, agent, headers, signal, host: '127.0.0.1', localAddress: '127.0.0.2' }, (response) => {
      response.resume();
      response.on('end', () => end(response.statusCode)).on('error', () => end());
    })
      .on('error', () => end())
      .end();
  });
}
