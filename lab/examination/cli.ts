import { appendFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FAULTS } from '../generator/faults/index.ts';
import { createShape } from '../generator/shape.ts';
import type { Examination, ExaminationOptions } from './examine.ts';
import { examineAll } from './pool.ts';

const USAGE = `node lab/examination/cli.ts --seeds 1..40 [--near] [--keys 3] [--checks scope/,auth/] [--writes] [--out FILE]
  [--faults all|ID,ID] [--processes 2]

Without --faults: runs the kit against right services, and lists what it accuses.
With --faults: runs it against each fault in the given seeds to which it applies, and lists the faults that it misses.`;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function readRange(text: string): number[] {
  const [from = 0, to = from] = text.split('..').map(Number);
  if (!Number.isInteger(from) || !Number.isInteger(to) || to < from)
    throw new Error(`Invalid seeds "${text}"; expected a number or a range such as 1..40.`);
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
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

function listJobs(values: Values): ExaminationOptions[] {
  const seeds = readRange(values.seeds ?? '1..40');
  const common = {
    isNearOnly: values.near === true,
    allowWrites: values.writes === true,
    ...(values.keys === undefined ? {} : { keys: Number(values.keys) }),
    ...(values.checks === undefined ? {} : { checks: listIds(values.checks) }),
  };
  const right = seeds.map((seed): ExaminationOptions => ({ ...common, seed }));
  if (values.faults === undefined) return right;
  const wanted = new Set(listIds(values.faults));
  const faults = FAULTS.filter(({ id, isWeak }) => (wanted.has('all') ? !isWeak : wanted.has(id)));
  const perFault = Number(values['per-fault'] ?? 1);
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

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    near: { type: 'boolean' },
    keys: { type: 'string' },
    checks: { type: 'string' },
    writes: { type: 'boolean' },
    out: { type: 'string' },
    faults: { type: 'string' },
    'per-fault': { type: 'string' },
    processes: { type: 'string' },
    help: { type: 'boolean' },
  },
});
type Values = typeof values;

if (values.help === true) {
  print(USAGE);
} else {
  const done: Examination[] = [];
  const { out } = values;
  if (out !== undefined) writeFileSync(out, '');
  const jobs = listJobs(values);
  await examineAll(jobs, {
    processes: Number(values.processes ?? 2),
    onResult: (result) => {
      if ('error' in result) {
        print(`error in ${JSON.stringify(jobs[result.at])}: ${result.error}`);
        process.exitCode = 1;
        return;
      }
      const { examination } = result;
      done.push(examination);
      if (out !== undefined) appendFileSync(out, `${JSON.stringify(examination)}\n`);
      const { seed, fault = '', exitCode, requests } = examination;
      print(`${seed} ${fault} exit ${exitCode}, ${requests} requests: ${failedChecks(examination).join(' ')}`);
    },
  });
  if (values.faults === undefined) reportRight(done);
  else reportFaults(done);
}
