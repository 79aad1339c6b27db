/*
 * Measures how much one user of a shared sandbox delays the others.
 *
 *   node bench/sharing.ts [--command FILE] [--only ID,ID] [--json FILE]
 *
 * For each attack, a user of another workspace reads at a steady rate from `serve --hosted --trust-proxy 1`: without an attack, then
 * while the traffic of the attack goes to a bare server of node:http on the same core, and then while it goes to the sandbox. `ratio`
 * is p99 during the attack divided by p99 beside the bare server; expected is at most 2. Asserts nothing.
 *
 *   --command  The program to attack: `bin/fleetkit.js` of this or another checkout. Node.js runs it.
 *   --only     The ids of the attacks to run; `s` means s1 to s5.
 *   --json     Also writes all results to a file.
 *
 * All traffic stays on loopback, and each attack ends after two minutes at most. `bench/attacks/sharing/sharing-attack.ts` explains how
 * to add an attack. Needs Linux with `taskset`, and two cores.
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Latency } from './attacks/latency.ts';
import * as bodies from './attacks/sharing/bodies.ts';
import * as connections from './attacks/sharing/connections.ts';
import { measureSharing, type SharingResult } from './attacks/sharing/measure-sharing.ts';
import type { SharingAttack } from './attacks/sharing/sharing-attack.ts';
import * as streams from './attacks/sharing/streams.ts';
import { environmentText } from './machine/environment.ts';

const ATTACKS: readonly SharingAttack[] = [
  ...Object.values(streams),
  ...Object.values(connections),
  ...Object.values(bodies),
].toSorted((one, other) => one.id.localeCompare(other.id));

const { values: flags } = parseArgs({
  options: {
    command: { type: 'string', default: join(import.meta.dirname, '../bin/fleetkit.js') },
    only: { type: 'string', default: '' },
    json: { type: 'string' },
  },
});
const only = flags.only.split(',').filter((name) => name !== '');
const isSelected = ({ id }: SharingAttack): boolean =>
  only.length === 0 || only.some((name) => id === name || id.replace(/\d+$/, '') === name);

const results: SharingResult[] = [];
for (const attack of ATTACKS.filter(isSelected)) {
  process.stderr.write(`${attack.id} ${attack.title}\n`);
  try {
    results.push(await measureSharing(attack, resolve(flags.command)));
  } catch (error) {
    process.stderr.write(`${attack.id} is omitted, because it could not be measured: ${error}\n`);
  }
  if (flags.json !== undefined) writeFileSync(flags.json, `${JSON.stringify(results, null, 1)}\n`);
}
process.stdout.write(`${environmentText}\n\n${formatTable(results)}\n\n`);
for (const { id, title, notes } of results) process.stdout.write([`${id} ${title}`, ...notes, ''].join('\n'));
process.exit(0); // an attack may have left connections open

function formatTable(all: readonly SharingResult[]): string {
  const rows = all.map((one) => [
    ...[one.id, one.seconds.toFixed(0), formatLatency(one.quiet), formatLatency(one.bare), formatLatency(one.attack)],
    ...[one.ratio.toFixed(1), `${one.rssBeforeMb.toFixed(0)}, ${one.peakRssMb.toFixed(0)}`],
    ...[one.peakHeapMb.toFixed(0), one.cpuMs.toFixed(0), one.survived ? 'yes' : 'no'],
  ]);
  const head = [
    ...['id', 's', 'quiet: p50 / p99 / max ms', 'bare server attacked', 'sandbox attacked', 'ratio'],
    ...['RSS before, peak MB', 'peak heap MB', 'CPU ms', 'survived'],
  ];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function formatLatency({ reads, failures, p50Ms, p99Ms, maxMs }: Latency): string {
  const times = [p50Ms, p99Ms, maxMs].map((ms) => (ms < 100 ? ms.toFixed(1) : ms.toFixed(0))).join(' / ');
  return `${times}${failures > 0 ? `, ${failures} of ${reads} failed` : ''}`;
}
