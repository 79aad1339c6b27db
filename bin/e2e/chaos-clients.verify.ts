import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { isThorough, sample } from '../../base/testing/depth.ts';
import { BUGS, CORRECT } from './chaos-clients/run.ts';
import { runFleetkit } from './testing/run-cli.ts';

/*
 * Examines `fleetkit chaos` with test suites of clients, each with one mistake in the handling of failures, and of
 * correct clients. Prints the shares that it finds and accuses.
 */

const RATE = '0.3';
const SEEDS = 12;
const SEEDS_OF_CORRECT = 6;
const MOST_FAULTS = 3;

interface Finding {
  readonly seed: number;
  readonly code: number | null;
  readonly faults: readonly { effect: { type: string; status?: number } }[];
  readonly stderr: string;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Searches with the failures that each client must survive. If the suite survives them, also with redirects. */
async function searchMistake(name: string): Promise<Finding> {
  const found = await search(name, SEEDS);
  return found.code === 0 ? await search(name, SEEDS, ['--redirects']) : found;
}

/** Runs the suite with the first seeds, until faults make it fail. */
async function search(name: string, seeds: number, more: readonly string[] = []): Promise<Finding> {
  const program = [process.execPath, join(import.meta.dirname, 'chaos-clients/run.ts'), name];
  for (let seed = 1; ; seed += 1) {
    const options = ['--seed', `${seed}`, '--rate', RATE, '--timeout', '30s', ...more];
    const { code, stdout, stderr } = await runFleetkit(['chaos', ...options, '--', ...program]);
    if (code !== 0 || seed === seeds) {
      return { seed, code, faults: code === 1 ? parse(stdout).faults : [], stderr };
    }
  }
}

async function searchAll(names: readonly string[], searchOne: (name: string) => Promise<Finding>): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const name of names) {
    const startedAt = performance.now();
    const found = await searchOne(name);
    findings.push(found);
    const effects = found.faults.map(({ effect: { type, status = '' } }) => `${type}${status}`);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    print(`exit ${found.code}, seed ${found.seed}, ${seconds} s: ${name}: ${effects.join(', ')}`);
    if (found.code !== 0 && found.code !== 1) print(found.stderr);
  }
  return findings;
}

test('finds the mistake of each client, with at most three faults', async () => {
  const names = sample(Object.keys(BUGS), 5);
  const findings = await searchAll(names, searchMistake);
  const found = findings.filter(({ code }) => code === 1);
  const small = found.filter(({ faults }) => faults.length <= MOST_FAULTS);
  print(`found ${found.length} of ${names.length}, with at most ${MOST_FAULTS} faults: ${small.length}`);
  expect(small).toHaveLength(names.length);
});

test('does not accuse a correct client', async () => {
  const names = sample(Object.keys(CORRECT), 2);
  const findings = await searchAll(names, (name) => search(name, isThorough ? SEEDS_OF_CORRECT : 1));
  const accused = findings.filter(({ code }) => code !== 0);
  print(`accused ${accused.length} of ${names.length} correct clients`);
  expect(accused).toEqual([]);
});
