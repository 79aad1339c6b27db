/*
 * Measures how attacks on a public sandbox affect its other users.
 *
 *   node bench/attacks.ts [--command FILE] [--only ID,ID] [--hosted] [--json FILE]
 *
 * Each attack runs against a new server with the options of a host: on all addresses, with a rate limit, an operator and a
 * data directory. Users of other tenants read at a steady rate from another address, while the attacker uses public keys
 * and raw sockets. Asserts nothing: docs/benchmarks.md explains the tables.
 *
 *   --command  The program to attack: `bin/fleetkit.js` of this or another checkout. Node.js runs it.
 *   --hosted   Attacks two replicas of `serve --hosted` on a separate PostgreSQL server, with the keys of a workspace. The users
 *              whose reads are measured have another workspace, and read from both replicas.
 *   --only     The ids of the attacks to run; `b` means b1 to b5.
 *   --json     Also writes all results to a file.
 *
 * All traffic stays on loopback. An attack lasts 30 seconds at most (slow connections 70), and a server that uses 1.5 GB
 * is killed. Needs Linux: reads memory from /proc, and uses addresses in 127.0.0.0/8 for different clients.
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { omitUndefined } from '../base/omit-undefined.ts';
import { startTestServer } from '../server/storage/postgres/testing/postgres-server.ts';
import { createTestDatabase } from '../server/storage/postgres/testing/test-database.ts';
import type { Attack, AttackRow } from './attacks/attack.ts';
import { endDuringWrites, idleConnections, slowBodies, slowHeaders } from './attacks/connections.ts';
import { forgedCursors } from './attacks/cursors.ts';
import * as floods from './attacks/floods.ts';
import { longHeaders, malformedRequests } from './attacks/headers.ts';
import * as journal from './attacks/journal.ts';
import type { Latency } from './attacks/latency.ts';
import { secretsInLog } from './attacks/log-secrets.ts';
import { type AttackResult, measureAttack } from './attacks/measure.ts';
import { environment } from './machine/environment.ts';

const ATTACKS: readonly Attack[] = [
  ...[forgedCursors, ...Object.values(journal), ...Object.values(floods), longHeaders, slowHeaders, slowBodies],
  ...[idleConnections, endDuringWrites, malformedRequests, secretsInLog],
].toSorted((one, other) => one.id.localeCompare(other.id));

const { values: flags } = parseArgs({
  options: {
    command: { type: 'string', default: join(import.meta.dirname, '../bin/fleetkit.js') },
    only: { type: 'string', default: '' },
    hosted: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const program = resolve(flags.command.replace(/^node\s+/, ''));

const database = flags.hosted ? await startTestServer() : undefined;
const createDatabase = database === undefined ? undefined : () => createTestDatabase(String(database.port));
const measured: AttackResult[] = [];
for (const attack of selectAttacks(flags.only.split(',').filter((name) => name !== ''))) {
  process.stderr.write(`${attack.id} ${attack.title}\n`);
  try {
    measured.push(await measureAttack(attack, { program, ...omitUndefined({ createDatabase }) }));
  } catch (error) {
    process.stderr.write(`${attack.id} is omitted, because it could not be measured: ${error}\n`);
  }
  if (flags.json !== undefined) writeFileSync(flags.json, `${JSON.stringify(measured, null, 1)}\n`);
}
const { fleetkit, node, date, cores, cpu, loadAverage } = environment;
const where = `Node ${node}, ${date}, ${cores} x ${cpu}, load average ${loadAverage.toFixed(2)} before`;
process.stdout.write(
  `${[`fleetkit ${fleetkit} on ${where}`, formatOverview(), ...measured.map(formatDetails)].join('\n\n')}\n`,
);
database?.destroy();
process.exit(0); // an attack may have left connections open

function selectAttacks(names: readonly string[]): readonly Attack[] {
  const isMeant = ({ id }: Attack, name: string): boolean => id === name || id.replace(/\d$/, '') === name;
  const unknown = names.filter((name) => !ATTACKS.some((attack) => isMeant(attack, name)));
  if (unknown.length > 0) {
    const known = ATTACKS.map(({ id }) => id).join(', ');
    process.stderr.write(
      `--only has ${unknown.join(', ')}; expected any of ${known}. Use these, or omit the option.\n`,
    );
    process.exit(2);
  }
  return names.length === 0 ? ATTACKS : ATTACKS.filter((attack) => names.some((name) => isMeant(attack, name)));
}

function formatOverview(): string {
  const rows = measured.map((one) => ({
    id: one.id,
    attack: one.title,
    s: one.seconds.toFixed(1),
    'RSS before, peak MB': `${one.rssBeforeMb.toFixed(0)}, ${one.peakRssMb.toFixed(0)}`,
    'others before: p50 / p99 ms': formatLatency(one.before),
    during: formatLatency(one.during),
    after: formatLatency(one.after),
    survived: one.survived,
    weaknesses: one.weaknesses.length,
  }));
  return formatTable(rows);
}

function formatLatency({ reads, failures, p50Ms, p99Ms }: Latency): string {
  if (reads === 0) return '-';
  return `${p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)}${failures > 0 ? `, ${failures} of ${reads} failed` : ''}`;
}

function formatDetails({ id, title, weaknesses, notes, rows }: AttackResult): string {
  return [
    `### ${id}: ${title}\n`,
    ...countTexts(weaknesses).map((text) => `- **weakness:** ${text}`),
    ...countTexts(notes).map((text) => `- ${text}`),
    ...(rows.length > 0 ? ['', formatTable(rows)] : []),
  ].join('\n');
}

/** Returns each text once, with its count. */
function countTexts(texts: readonly string[]): readonly string[] {
  const groups = [...Map.groupBy(texts, (text) => text)];
  return groups.map(([text, { length }]) => (length > 1 ? `${text} (${length} times)` : text));
}

function formatTable(rows: readonly AttackRow[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const cells = [columns, columns.map(() => '---'), ...rows.map((row) => columns.map((name) => row[name] ?? ''))];
  return cells.map((line) => `| ${line.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`).join('\n');
}
