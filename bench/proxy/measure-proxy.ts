import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startServer, stopChild } from '../machine/child-processes.ts';
import { environmentText } from '../machine/environment.ts';
import { findFreePort } from '../machine/free-port.ts';
import { listTree, readRssMb } from '../machine/process-tree.ts';

/*
 * Measures the time that a proxy adds to a request, in one run: no proxy, a bare proxy of node:http, `fleetkit proxy`, the proxy of
 * Prism. One client sends one request at a time, in rounds that alternate between the proxies. With --memory N, sends N small
 * requests through `fleetkit proxy` on 16 connections instead, and prints its resident memory.
 *
 *   node bench/proxy/measure-proxy.ts [--rounds 20] [--requests 200] [--with name=script.mjs]
 *   node bench/proxy/measure-proxy.ts --memory 1000000
 *
 * A script of --with is a proxy: its arguments are the port and the URL of the upstream.
 */

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    requests: { type: 'string', default: '200' },
    memory: { type: 'string' },
    with: { type: 'string', multiple: true, default: [] },
  },
});

const KEY = 'bench-key-0123456789abcdef';
const folder = mkdtempSync(join(tmpdir(), 'fleetkit-bench-'));
const children: ChildProcess[] = [];

const resolvePath = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

async function start(title: string, args: (port: number) => readonly string[]): Promise<string> {
  const port = await findFreePort();
  const logFile = join(folder, `${title}.log`);
  children.push(startServer({ args: args(port), env: { NODE_ENV: 'production' }, logFile, isOnAllCores: true }));
  const origin = `http://127.0.0.1:${port}`;
  await waitUntilUp(origin, logFile);
  return origin;
}

async function waitUntilUp(origin: string, logFile: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const status = await send(origin, '/v1/connectors').catch(() => undefined);
    if (status !== undefined) return;
    await pause(100);
  }
  throw new Error(`${origin} does not respond:\n${readFileSync(logFile, 'utf8')}`);
}

const agent = new Agent({ keepAlive: true });

const send = (origin: string, path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(origin + path, { agent, headers: { 'X-API-Key': KEY } }, (answer) => {
      answer
        .on('error', reject)
        .on('end', () => resolve(answer.statusCode))
        .resume();
    }).on('error', reject);
  });

const fleetkit =
  (upstream: string, more: readonly string[] = []) =>
  (port: number) => [
    resolvePath('../../bin/fleetkit.js'),
    ...['proxy', '--upstream', upstream, '--listen', `127.0.0.1:${port}`, '--contract', 'builtin'],
    ...more,
  ];

const prism = (upstream: string) => (port: number) => [
  fileURLToPath(import.meta.resolve('@stoplight/prism-cli/dist/index.js')),
  ...['proxy', resolvePath('../../spec/generated/openapi.json'), upstream, '--port', String(port)],
  ...['--host', '127.0.0.1', '--multiprocess', 'false', '--verboseLevel', 'silent'],
];

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

async function measureLatency(upstream: string): Promise<void> {
  const contenders: Record<string, string> = {
    'no proxy': upstream,
    'bare node:http': await start('bare', (port) => [resolvePath('bare-proxy.ts'), String(port), upstream]),
    'fleetkit proxy': await start('fleetkit', fleetkit(upstream)),
    'fleetkit proxy --record': await start(
      'fleetkit-record',
      fleetkit(upstream, ['--record', join(folder, 'recording')]),
    ),
    'fleetkit proxy --fail': await start('fleetkit-fail', fleetkit(upstream, ['--fail'])),
    'Prism proxy': await start('prism', prism(upstream)),
  };
  for (const given of values.with) {
    const [name = '', script = ''] = given.split('=');
    contenders[name] = await start(name, (port) => [script, String(port), upstream]);
  }
  const samples = new Map(Object.keys(contenders).map((name): [string, number[]] => [name, []]));
  const [rounds, requests] = [Number(values.rounds), Number(values.requests)];
  for (
    let round = -1;
    round < rounds;
    round += 1 // the first one warms up
  )
    for (const [name, origin] of Object.entries(contenders))
      for (let request = 0; request < requests; request += 1) {
        const startMs = performance.now();
        await send(origin, '/v1/transactions?limit=25');
        if (round >= 0) samples.get(name)?.push(performance.now() - startMs);
      }
  const sorted = [...samples].map(([name, times]) => ({ name, times: times.toSorted((one, other) => one - other) }));
  const base = percentile(sorted[0]?.times ?? [], 0.5);
  console.log(`${environmentText}\n\n| Proxy | p50 ms | added ms | p90 ms | p99 ms |\n|---|---|---|---|---|`);
  for (const { name, times } of sorted) {
    const [p50, p90, p99] = [0.5, 0.9, 0.99].map((share) => percentile(times, share));
    console.log(`| ${name} | ${format(p50)} | ${format((p50 ?? 0) - base)} | ${format(p90)} | ${format(p99)} |`);
  }
}

const format = (ms = Number.NaN): string => ms.toFixed(2);

const CONNECTIONS = 16;

async function measureMemory(upstream: string, requests: number): Promise<void> {
  const origin = await start('fleetkit', fleetkit(upstream));
  const pid = children.at(-1)?.pid ?? 0;
  console.log('| Requests | resident MB | requests per second |\n|---|---|---|');
  const step = Math.ceil(requests / 20);
  let startMs = performance.now();
  for (let sent = 0; sent < requests; sent += step) {
    let left = step;
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        while (left > 0) {
          left -= 1;
          await send(origin, left % 4 === 0 ? '/v1/transactions?limit=25' : '/v1/connectors');
        }
      }),
    );
    const perSecond = (step / (performance.now() - startMs)) * 1000;
    console.log(`| ${sent + step} | ${readRssMb(listTree(pid)).toFixed(0)} | ${perSecond.toFixed(0)} |`);
    startMs = performance.now();
  }
}

try {
  const sandbox = await start('sandbox', (port) => [
    resolvePath('../../bin/fleetkit.js'),
    'serve',
    '--port',
    String(port),
  ]);
  const upstream = await start('upstream', (port) => [resolvePath('fixed-upstream.ts'), String(port), sandbox]);
  if (values.memory === undefined) await measureLatency(upstream);
  else await measureMemory(upstream, Number(values.memory));
} finally {
  for (const child of children.toReversed()) await stopChild(child);
  rmSync(folder, { recursive: true, force: true });
  agent.destroy();
}
