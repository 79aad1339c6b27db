/*
 * Compares the speed of fleetkit with bare handlers of Express and node:http, and with mocks of the same contract by Prism and
 * Mockoon.
 *
 *   npm run bench -- [--rounds 3] [--seconds 2] [--only NAME,NAME] [--json FILE] [--markdown FILE] [--install-mockoon]
 *                    [--together]
 *
 * All contenders reply to the same requests with the same rows, one after the other, in an order that is reversed in every
 * other round. Compare the ratios: the times depend on the machine and its load. Asserts nothing; docs/benchmarks.md
 * explains the tables.
 *
 *   --rounds   Number of rounds. Each round starts each contender and measures it under load. The tables show medians.
 *   --seconds  Duration of each run, after a warm-up of one second per workload.
 *   --only     What to measure: contenders (node, fleetkit, fleetkit-built, fleetkit-sources, fleetkit-logging, prism,
 *              prism-logging, mockoon), workloads (repeated, changing, single), start, commands, sandboxes and kit. Bare Express
 *              is always included. Default: the usual contenders and all measures.
 *   --json     Also writes all samples, with the versions, to a file.
 *   --markdown Also writes the tables to a file.
 *   --together Loads all contenders at the same time, on the same core. On a machine whose speed changes, this compares their CPU
 *              times per request more precisely than runs in turn. The other columns then show how they share the core.
 *   --install-mockoon  Installs Mockoon from the npm registry into node_modules/.cache, where later runs find it.
 *
 * Servers and load generators communicate over loopback. If `taskset` is installed, the server runs on the first core and
 * the load on the second. If `wrk` is installed, it generates the load. The defaults need about five minutes. Stops
 * all child processes when it ends for any reason.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Contender, fleetkit, listContenders } from './contenders.ts';
import { readFlags, selectMeasures } from './flags.ts';
import { measureKit } from './kit-costs.ts';
import { environment, environmentText } from './machine/environment.ts';
import { type MeasuredServer, measureLoads, type WorkloadFile, withRunning } from './measure.ts';
import { installMockoon } from './mockoon.ts';
import { measureCommands, measureSandboxes } from './process-costs.ts';
import { formatReport } from './report.ts';
import type { LoadSample, MemorySample, StartSample } from './samples.ts';
import { writeBenchmarkData } from './test-data.ts';

const STARTS = 5;
const CONNECTIONS = [1, 32];

const flags = readFlags();
const folder = mkdtempSync(join(tmpdir(), 'fleetkit-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

if (flags.installsMockoon) installMockoon();
printProgress('build'); // a checkout runs its sources if they are newer than its bundle
execFileSync(process.execPath, [join(import.meta.dirname, '../bin/dev/build/index.ts')]);
const material = await withRunning(fleetkit, folder, ({ origin }) => writeBenchmarkData(origin, folder));
const choice = selectMeasures(flags.only, listContenders(material, folder), material.workloads);
const { contenders, workloads } = choice;

const starts = choice.isStartMeasured ? await measureStarts() : [];
const { loads, memory } = await measureRounds(workloads.map(writeWorkloadFile));

if (choice.areCommandsMeasured) printProgress('commands');
const commands = choice.areCommandsMeasured ? measureCommands(folder) : [];
if (choice.areSandboxesMeasured) printProgress('sandboxes');
const sandboxes = choice.areSandboxesMeasured ? Array.from({ length: flags.rounds }, () => measureSandboxes()) : [];

if (choice.isKitMeasured) printProgress('kit');
const kit = choice.isKitMeasured ? await measureKit(folder, flags.rounds) : [];

const samples = { starts, loads, memory, commands, sandboxes, kit };
if (flags.jsonFile !== undefined) {
  writeFileSync(flags.jsonFile, `${JSON.stringify({ environment, flags, samples }, null, 1)}\n`);
}
const report = [
  environmentText,
  `Medians of ${STARTS} starts and of ${flags.rounds} runs of ${flags.seconds} s; in brackets the least and the greatest`,
  `${formatReport(samples, { contenders, workloads, connections: CONNECTIONS })}\n`,
].join('\n\n');
if (flags.markdownFile !== undefined) writeFileSync(flags.markdownFile, report);
process.stdout.write(report);

async function measureStarts(): Promise<readonly StartSample[]> {
  const found: StartSample[] = [];
  for (let round = 0; round < STARTS; round++) {
    printProgress(`start ${round + 1} of ${STARTS}`);
    for (const contender of alternateOrder(contenders, round)) {
      const { start } = await withRunning(contender, folder, async (running) => running);
      found.push({ contender: contender.name, round, ...start });
    }
  }
  return found;
}

async function measureRounds(courses: readonly WorkloadFile[]) {
  const loads: LoadSample[] = [];
  const memory: MemorySample[] = [];
  const underLoad = contenders.filter(({ isStartOnly }) => isStartOnly !== true);
  for (let round = 0; round < flags.rounds && courses.length > 0; round++) {
    const turns = alternateOrder(underLoad, round);
    for (const group of flags.isTogether ? [turns] : turns.map((contender) => [contender])) {
      printProgress(`round ${round + 1} of ${flags.rounds}: ${group.map(({ title }) => title).join(', ')}`);
      const measured = await withAllRunning(group, (servers) =>
        Promise.all(
          servers.map((running) =>
            measureLoads(running, courses, {
              seconds: flags.seconds,
              warmUpSeconds: 2 * group.length - 1, // a core that they share warms them up more slowly
              connections: CONNECTIONS,
            }),
          ),
        ),
      );
      for (const [index, { name }] of group.entries()) {
        const found = measured[index];
        if (found === undefined) continue;
        loads.push(...found.loads.map((load) => ({ contender: name, round, ...load })));
        memory.push({ contender: name, round, ...found.memory });
      }
    }
  }
  return { loads, memory };
}

/** Starts contenders one after another, calls `use` with all of them, and always stops them. */
function withAllRunning<T>(
  [first, ...others]: readonly Contender[],
  use: (servers: readonly MeasuredServer[]) => Promise<T>,
  servers: readonly MeasuredServer[] = [],
): Promise<T> {
  if (first === undefined) return use(servers);
  return withRunning(first, folder, (running) => withAllRunning(others, use, [...servers, running]));
}

function writeWorkloadFile(workload: WorkloadFile['workload']): WorkloadFile {
  const pathsFile = join(folder, `${workload.name}.txt`);
  writeFileSync(pathsFile, `${workload.paths.join('\n')}\n`);
  return { workload, pathsFile };
}

/** Returns the contenders, in reverse order in every other round. */
function alternateOrder(all: readonly Contender[], round: number): readonly Contender[] {
  return round % 2 === 0 ? all : all.toReversed();
}

function printProgress(line: string): void {
  process.stderr.write(`${line}\n`);
}
