import { beforeAll, describe, expect, test } from 'vitest';
import { laws } from './fleet-laws/all-laws.ts';
import { evaluate } from './fleet-laws/law.ts';
import { createFleet, type RandomFleet } from './fleet-laws/random-fleet.ts';
import { readFleet } from './fleet-laws/read-fleet.ts';

/*
 * Rules of the domain that hold for every fleet file that is accepted: sums, states, order, references, scope and calendar. Each random
 * fleet gets a sandbox; all its resources are read with the keys of the file, before and after the clock moves.
 *
 * FLEETKIT_FLEETS is the number of fleets, 20 by default. FLEETKIT_FLEET_SEED is the first seed; alone, it repeats one fleet.
 */

const FIRST_SEED = 1;
const ENOUGH_FLEETS = 300;
const { FLEETKIT_FLEET_SEED: firstSeed, FLEETKIT_FLEETS: fleets } = process.env;
const count = Number(fleets ?? (firstSeed === undefined ? 20 : 1));
const first = Number(firstSeed ?? FIRST_SEED);

interface Result {
  /** The number of checks. */
  checked: number;
  readonly failures: string[];
}

const results = new Map<string, Result>(laws.map(({ name }) => [name, { checked: 0, failures: [] }]));
const notRead: string[] = [];
const refused: string[] = [];

async function judgeFleet(seed: number, fleet: RandomFleet): Promise<void> {
  const reading = await readFleet(fleet);
  for (const law of laws) {
    const { checked, failures } = evaluate(law, reading);
    const result = results.get(law.name);
    if (result === undefined) continue;
    result.checked += checked;
    result.failures.push(
      ...failures.slice(0, 1).map((failure) => `FLEETKIT_FLEET_SEED=${seed}: ${law.name}: ${failure}`),
    );
  }
}

beforeAll(async () => {
  for (let seed = first; seed < first + count; seed += 1) {
    const fleet = createFleet(seed);
    try {
      await judgeFleet(seed, fleet);
    } catch (error) {
      if (error instanceof Error && error.name === 'InvalidFleet') refused.push(error.message);
      else notRead.push(`FLEETKIT_FLEET_SEED=${seed}: ${error instanceof Error ? error.message : error}`);
    }
  }
}, 24 * 3_600_000);

test('it reads every fleet that is accepted', () => expect(notRead).toEqual([]));

test('it accepts nearly all fleets', () => expect(refused.slice(Math.ceil(count / 20))).toEqual([]));

describe('it holds for every fleet that', () => {
  test.each(laws)('$name', ({ name }) => {
    expect(results.get(name)?.failures).toEqual([]);
  });
});

/** With fewer fleets, some laws are about nothing: few terminals are empty, and few batches are returned. */
test.runIf(count >= ENOUGH_FLEETS)('every law applied to something', () => {
  const idle = [...results].filter(([, { checked }]) => checked === 0).map(([name]) => name);
  expect(idle).toEqual([]);
});
