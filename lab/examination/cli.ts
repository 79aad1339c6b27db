import { appendFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FAULTS } from '../generator/faults/index.ts';
import { createShape } from '../generator/shape.ts';
import { type Examination, type ExaminationOptions, selectChecks } from './examine.ts';
import { examineAll } from './pool.ts';
import { shrinkAccusation } from './shrink.ts';

const USAGE = `node lab/examination/cli.ts --seeds 1..40 [--near] [--keys 3] [--all-keys] [--checks scope/,auth/] [--writes] [--statements] [--out FILE] [--shrink]
  [--clock-speed 1]
  [--faults all|ID,ID] [--per-fault 1] [--processes 2]

Without --faults: runs the kit against right services, and lists its accusations. Exits with 1 if there are any.
With --clock-speed: the clock of each service runs that many times faster, as if the run took that much longer.
With --shrink: also prints the dimensions of the shape that the first accusation of each service needs.
With --faults: runs it against each fault in --per-fault of the seeds to which the fault applies, and lists the faults that it misses.`;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Thrown for an option that is not valid. */
class InvalidOption extends Error {}

function readRange(text: string): number[] {
  const [from = 0, to = from] = text.split('..').map(Number);
  if (!/^\d+(\.\.\d+)?$/.test(text) || to < from)
    throw new InvalidOption(`Invalid seeds "${text}"; expected a number or a range such as 1..40.`);
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

/** Reads a whole number above 0; returns `otherwise` without one. */
function readCount(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (!/^[1-9]\d*$/.test(text))
    throw new InvalidOption(`Invalid --${name} "${text}"; expected a whole number above 0.`);
  return Number(text);
}

const listIds = (text: string): string[] => text.split(',').filter((each) => each !== '');

/** Prints the entries that occur most often, with their counts. */
function printCounts(title: string, ids: readonly string[]): void {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  print(`\n${title}`);
  for (const [id, count] of [...counts].sort((a, b) => b[1] - a[1])) print(`${String(count).padStart(5)}  ${id}`);
}

const failedChecks = ({ accusations }: Examination): string[] => [...new Set(accusations.map(({ check }) => check))];

function summarize(done: readonly Examination[]): void {
  const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
  const median = (numbers: readonly number[]) => sorted(numbers)[Math.floor(numbers.length / 2)] ?? 0;
  const requests = done.map((each) => each.requests);
  print(`\nRequests: median ${median(requests)}, most ${Math.max(0, ...requests)}.`);
  print(
    `CPU per run: median ${median(done.map(({ cpu }) => cpu))} ms, time ${median(done.map((each) => each.milliseconds))} ms.`,
  );
  printCounts(
    'Exit codes:',
    done.map(({ exitCode }) => String(exitCode)),
  );
}

function reportRight(done: readonly Examination[]): void {
  printCounts('Accusations of right services, by check:', done.flatMap(failedChecks));
  summarize(done);
  print(`\nAccused: ${done.filter(({ exitCode }) => exitCode === 1).length} of ${done.length} right services.`);
}

/** A fault is found if a check fails that does not fail without the fault. */
function reportFaults(done: readonly Examination[]): void {
  const right = new Map(done.filter(({ fault }) => fault === undefined).map((each) => [each.seed, failedChecks(each)]));
  const faulty = done.filter(({ fault }) => fault !== undefined);
  const isFound = (each: Examination) =>
    failedChecks(each).some((check) => right.get(each.seed)?.includes(check) !== true);
  const missed = faulty.filter((each) => !isFound(each));
  for (const { fault, seed } of missed) print(`missed ${fault} in seed ${seed}`);
  printCounts(
    'Missed, by fault:',
    missed.map(({ fault = '' }) => fault),
  );
  summarize(done);
  print(`\nFound: ${faulty.length - missed.length} of ${faulty.length} faults.`);
}

function readChecks(text: string): string[] {
  const wanted = listIds(text);
  const unknown = wanted.find((start) => selectChecks([start]).length === 0);
  if (unknown === undefined && wanted.length > 0) return wanted;
  throw new InvalidOption(`No check begins with "${unknown ?? ''}"; expected ids or starts of ids such as scope/.`);
}

function readFaults(text: string): readonly (typeof FAULTS)[number][] {
  const wanted = listIds(text);
  if (wanted.includes('all')) return FAULTS.filter(({ isWeak }) => !isWeak);
  const unknown = wanted.find((id) => !FAULTS.some((fault) => fault.id === id));
  if (unknown === undefined && wanted.length > 0) return FAULTS.filter(({ id }) => wanted.includes(id));
  throw new InvalidOption(
    `Unknown fault "${unknown ?? ''}"; expected all, or ids of: node lab/generator/cli.ts --list-faults`,
  );
}

function listJobs(values: Values): ExaminationOptions[] {
  const seeds = readRange(values.seeds ?? '1..40');
  const common = {
    isNearOnly: values.near === true,
    allowWrites: values.writes === true,
    withStatements: values.statements === true,
    areKeysOfAll: values['all-keys'] === true,
    keys: readCount('keys', values.keys, 3),
    clockSpeed: readCount('clock-speed', values['clock-speed'], 1),
    ...(values.checks === undefined ? {} : { checks: readChecks(values.checks) }),
  };
  const right = seeds.map((seed): ExaminationOptions => ({ ...common, seed }));
  if (values.faults === undefined) return right;
  const faults = readFaults(values.faults);
  const perFault = readCount('per-fault', values['per-fault'], 1);
  const jobs = faults.flatMap((fault, at) => {
    // consecutive faults start at different seeds, so that a sample covers many shapes
    const turned = seeds.map((_, step) => seeds[(at + step) % seeds.length] ?? 0);
    const applicable = turned.filter((seed) =>
      fault.isApplicable(createShape(seed, { isNearOnly: common.isNearOnly })),
    );
    return applicable.slice(0, perFault).map((seed): ExaminationOptions => ({ ...common, seed, fault: fault.id }));
  });
  const used = new Set(jobs.map(({ seed }) => seed));
  return [...right.filter(({ seed }) => used.has(seed)), ...jobs];
}

const OPTIONS = {
  seeds: { type: 'string' },
  near: { type: 'boolean' },
  keys: { type: 'string' },
  checks: { type: 'string' },
  writes: { type: 'boolean' },
  statements: { type: 'boolean' },
  'all-keys': { type: 'boolean' },
  out: { type: 'string' },
  faults: { type: 'string' },
  'per-fault': { type: 'string' },
  processes: { type: 'string' },
  'clock-speed': { type: 'string' },
  shrink: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const readValues = () => parseArgs({ options: OPTIONS }).values;
type Values = ReturnType<typeof readValues>;

async function printShrunk(jobs: readonly ExaminationOptions[], done: readonly Examination[]): Promise<void> {
  for (const examination of done.filter(({ exitCode }) => exitCode === 1)) {
    const job = jobs.find(({ seed }) => seed === examination.seed);
    const shrunk = job === undefined ? undefined : await shrinkAccusation(job, examination);
    const needs =
      shrunk === undefined ? 'it did not occur again' : `${shrunk.check} needs ${shrunk.dimensions.join(', ')}`;
    print(`seed ${examination.seed}: ${needs}`);
  }
}

async function main(): Promise<void> {
  const values = readValues();
  if (values.help === true) return print(USAGE);
  const jobs = listJobs(values);
  const done: Examination[] = [];
  const { out } = values;
  if (out !== undefined) writeFileSync(out, '');
  await examineAll(jobs, {
    processes: readCount('processes', values.processes, 2),
    onResult: (result) => {
      if ('error' in result) {
        print(`error in ${JSON.stringify(jobs[result.at])}: ${result.error}`);
        process.exitCode = 1;
        return;
      }
      const { examination } = result;
      done.push(examination);
      if (out !== undefined) appendFileSync(out, `${JSON.stringify(examination)}\n`);
      const { seed, fault, exitCode, requests } = examination;
      const subject = fault === undefined ? `seed ${seed}` : `seed ${seed} with ${fault}`;
      print([`${subject}: exit ${exitCode}, ${requests} requests`, ...failedChecks(examination)].join(' '));
    },
  });
  if (values.faults !== undefined) return reportFaults(done);
  reportRight(done);
  if (values.shrink === true) await printShrunk(jobs, done);
  if (done.some(({ exitCode }) => exitCode === 1)) process.exitCode = 1;
}

try {
  await main();
} catch (thrown) {
  const isUsage = thrown instanceof InvalidOption || (thrown instanceof TypeError && 'code' in thrown);
  if (!isUsage) throw thrown;
  process.stderr.write(`${thrown.message}\n${USAGE}\n`);
  process.exitCode = 2;
}
