import { readFileSync } from 'node:fs';
import { Pool } from 'undici';
import type { Load, LoadResult } from './machine/load.ts';

/*
 * A load generator for machines without wrk: keep-alive connections with one request in flight each. Reads a Load as JSON
 * from its argument and prints a LoadResult as JSON.
 */

const load = JSON.parse(process.argv[2] ?? '') as Load; // written by load.ts
const paths = readFileSync(load.pathsFile, 'utf8').trimEnd().split('\n');
const pool = new Pool(load.origin, { connections: load.connections, pipelining: 1 });

const latenciesMs: number[] = [];
let sent = load.skip;
let bytes = 0;
let failures = 0;

const startedMs = performance.now();
const endMs = startedMs + load.seconds * 1000;
await Promise.all(Array.from({ length: load.connections }, requestUntilEnd));
const seconds = (performance.now() - startedMs) / 1000;
await pool.destroy();

const sorted = Float64Array.from(latenciesMs).sort();
const result: LoadResult = {
  requests: sorted.length,
  seconds,
  bytes,
  p50Ms: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
  p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  failures,
};
process.stdout.write(`${JSON.stringify(result)}\n`);

async function requestUntilEnd(): Promise<void> {
  while (performance.now() < endMs) {
    const path = paths[sent++ % paths.length] ?? '/';
    const requestedMs = performance.now();
    try {
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers: load.headers });
      bytes += (await body.arrayBuffer()).byteLength;
      if (statusCode >= 400) failures++;
    } catch {
      failures++;
    }
    latenciesMs.push(performance.now() - requestedMs);
  }
}
