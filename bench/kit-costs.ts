import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Contender, fleetkit } from './contenders.ts';
import { listTree, readCpuMs, readOwnCpuMs } from './machine/process-tree.ts';
import { type MeasuredServer, withRunning } from './measure.ts';
import type { KitSample } from './samples.ts';

const command = fileURLToPath(new URL('../bin/fleetkit.js', import.meta.url));
const KEYS: Readonly<Record<string, string>> = { a: 'sbx-northway-admin', b: 'sbx-delgado-owner' };

/** The client that sends the requests of the kit without judging the responses. */
export const BARE_CLIENT = 'a bare client with fetch and JSON.parse';

const MODES: readonly (readonly [title: string, options: readonly string[]])[] = [
  ['fleetkit conform', []],
  ['fleetkit conform --concurrency 8', ['--concurrency', '8']],
];

/** The parts of a JSON report that are read here. */
interface Report {
  readonly requests: number;
  readonly results: readonly {
    readonly id: string;
    readonly outcome: string;
    readonly evidence: readonly { readonly method: string; readonly url: string; readonly caller: string }[];
  }[];
}

/**
 * Measures whole runs of the kit with two keys against the sandbox, sequential and concurrent, beside a process that sends as many of
 * the same requests. Both include the start of the process. Throws if the concurrent run has other verdicts.
 */
export function measureKit(folder: string, rounds: number): Promise<readonly KitSample[]> {
  const quiet: Contender = { ...fleetkit, name: 'kit-target' };
  return withRunning(quiet, folder, async (server) => {
    const samples: KitSample[] = [];
    const { requests } = runKit(server, folder, MODES[0]?.[1] ?? []).report; // fills the compile cache, and warms up the server
    const bare = writeBareClient(folder);
    for (let round = 0; round < rounds; round += 1) {
      const runs = MODES.map(([title, options]) => ({ title, ...runKit(server, folder, options) }));
      const verdicts = new Set(runs.map(({ report }) => JSON.stringify(listVerdicts(report))));
      if (verdicts.size > 1) throw new Error('the concurrent run has other verdicts than the sequential one');
      const sent = measureProcess(server, [bare, String(requests)]);
      samples.push({ title: BARE_CLIENT, round, requests, ...sent });
      for (const { title, report, costs } of runs) samples.push({ title, round, requests: report.requests, ...costs });
    }
    return samples;
  });
}

const listVerdicts = ({ results }: Report) => results.map(({ id, outcome }) => [id, outcome]);

function runKit(server: MeasuredServer, folder: string, options: readonly string[]) {
  const output = join(folder, 'kit.json');
  const keys = Object.entries(KEYS).flatMap(([name, key]) => ['--key', `${name}=${key}`]);
  const reporting = ['--quiet', '--format', 'json', '--output', output];
  const costs = measureProcess(server, [command, 'conform', server.origin, ...keys, ...reporting, ...options]);
  const report = JSON.parse(readFileSync(output, 'utf8')) as Report; // written by the kit, just now
  return { costs, report };
}

/** Runs a process to its end, and measures its time and that of the server. */
function measureProcess({ pid }: MeasuredServer, args: readonly string[]) {
  const readServerMs = () => readCpuMs(listTree(pid));
  const before = { ownMs: readOwnCpuMs(), serverMs: readServerMs(), wallMs: performance.now() };
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status === null || ![0, 4].includes(status))
    throw new Error(`a measured process ended with ${status}: ${stderr}`);
  return {
    cpuMs: readOwnCpuMs() - before.ownMs,
    serverCpuMs: readServerMs() - before.serverMs,
    wallMs: performance.now() - before.wallMs,
  };
}

/** Writes the bare client. It sends the reads that the last report quotes, in turn, up to the given number of requests. */
function writeBareClient(folder: string): string {
  const report = JSON.parse(readFileSync(join(folder, 'kit.json'), 'utf8')) as Report; // written by the kit, just now
  const reads = report.results
    .flatMap(({ evidence }) => evidence)
    .filter(({ method, caller }) => method === 'GET' && caller in KEYS)
    .map(({ url, caller }) => [url, KEYS[caller]] as const);
  const file = join(folder, 'bare-client.mjs');
  writeFileSync(
    file,
    `const reads = ${JSON.stringify(reads)};
for (let sent = 0; sent < Number(process.argv[2]); sent += 1) {
  const [url, key] = reads[sent % reads.length];
  const response = await fetch(url, { headers: { 'X-API-Key': key } });
  const text = await response.text();
  if (response.headers.get('content-type')?.includes('json')) JSON.parse(text);
}\n`,
  );
  return file;
}
