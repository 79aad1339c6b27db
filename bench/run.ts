/*
 * How fast is fleetkit beside a bare Express handler, and beside Prism's mock of the same contract?
 *
 *   npm run bench -- [--rounds 3] [--seconds 2] [--only NAME,NAME] [--json FILE]
 *
 * All contenders answer the same questions with the same rows, in one run, one after the other, in an order that turns
 * round from one round to the next. What counts is therefore the ratio: the times are those of this machine at this
 * moment. Nothing is asserted, and no figure makes it fail. docs/benchmarks.md says how to read the tables.
 *
 *   --rounds   How often each contender is started and put under load. Medians are taken over the rounds.
 *   --seconds  How long each run lasts, after a warm-up of one second for each workload.
 *   --only     What to measure: contenders (fleetkit, fleetkit-built, fleetkit-logging, prism, prism-logging), workloads
 *              (repeated, changing, single) and start. Bare Express always takes part. Without a contender the usual
 *              ones are measured, without a workload or start all of these.
 *   --json     Also writes every single sample, with the versions, to a file.
 *
 * Servers and load talk over the loopback address. Where `taskset` is installed, the server has the first core for
 * itself and the load the second; where `wrk` is installed, it makes the load. With the defaults it takes less than
 * three minutes, and it ends what it started, however it ends itself.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { choose, readFlags } from './choice.ts';
import { type Contender, contendersWith, fleetkit } from './contenders.ts';
import { environment, environmentText } from './environment.ts';
import { gather } from './material.ts';
import { type Course, measureLoads, withRunning } from './measure.ts';
import { reportOf } from './report.ts';
import type { LoadSample, MemorySample, StartSample } from './samples.ts';

const STARTS = 5;
const CONNECTIONS = [1, 32];

const flags = readFlags();
const folder = mkdtempSync(join(tmpdir(), 'fleetkit-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const material = await withRunning(fleetkit, folder, ({ origin }) => gather(origin, folder));
const choice = choose(flags.only, contendersWith(material, folder), material.workloads);
const { contenders, workloads } = choice;

const starts = choice.isStartMeasured ? await measureStarts() : [];
const { loads, memory } = await measureRounds(workloads.map(courseOf));

const samples = { starts, loads, memory };
if (flags.jsonFile !== undefined) {
  writeFileSync(flags.jsonFile, `${JSON.stringify({ environment, flags, samples }, null, 1)}\n`);
}
process.stdout.write(
  [
    environmentText,
    `Medians of ${STARTS} starts and of ${flags.rounds} runs of ${flags.seconds} s`,
    `${reportOf(samples, contenders, workloads, CONNECTIONS)}\n`,
  ].join('\n\n'),
);

async function measureStarts(): Promise<readonly StartSample[]> {
  const found: StartSample[] = [];
  for (let round = 0; round < STARTS; round++) {
    report(`start ${round + 1} of ${STARTS}`);
    for (const contender of turned(contenders, round)) {
      const { start } = await withRunning(contender, folder, async (running) => running);
      found.push({ contender: contender.name, round, ...start });
    }
  }
  return found;
}

async function measureRounds(courses: readonly Course[]) {
  const loads: LoadSample[] = [];
  const memory: MemorySample[] = [];
  const underLoad = contenders.filter(({ isStartOnly }) => isStartOnly !== true);
  for (let round = 0; round < flags.rounds && courses.length > 0; round++) {
    for (const contender of turned(underLoad, round)) {
      report(`round ${round + 1} of ${flags.rounds}: ${contender.title}`);
      const found = await withRunning(contender, folder, (running) =>
        measureLoads(running, courses, { seconds: flags.seconds, connections: CONNECTIONS }),
      );
      loads.push(...found.loads.map((load) => ({ contender: contender.name, round, ...load })));
      memory.push({ contender: contender.name, round, ...found.memory });
    }
  }
  return { loads, memory };
}

function courseOf(workload: Course['workload']): Course {
  const pathsFile = join(folder, `${workload.name}.txt`);
  writeFileSync(pathsFile, `${workload.paths.join('\n')}\n`);
  return { workload, pathsFile };
}

/** The same contenders, in the opposite order in every other round. */
function turned(all: readonly Contender[], round: number): readonly Contender[] {
  return round % 2 === 0 ? all : all.toReversed();
}

function report(line: string): void {
  process.stderr.write(`${line}\n`);
}
