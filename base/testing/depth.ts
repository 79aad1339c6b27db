/*
 * The depth of tests. `npm test` runs for minutes and samples the largest tables. `npm run verify` sets
 * FLEETKIT_TESTS=thorough and runs all cases, with many seeds.
 */

export const isThorough = process.env.FLEETKIT_TESTS === 'thorough';

/** Returns the number of runs of a property test: `quick` in `npm test`, `thorough` in `npm run verify`. */
export const chooseRuns = (quick: number, thorough: number): number => (isThorough ? thorough : quick);

/** Returns all cases in `npm run verify`; in `npm test` at most `count` of them, evenly spread over the table. */
export function sample<Case>(cases: readonly Case[], count: number): readonly Case[] {
  if (isThorough || cases.length <= count) return cases;
  return Array.from({ length: count }, (_, index) => cases[Math.floor((index * cases.length) / count)] as Case);
}

/** Returns all cases in `npm run verify`; in `npm test` enough cases to cover every name. */
export function sampleCovering<Case>(
  cases: readonly Case[],
  listNames: (one: Case) => readonly string[],
): readonly Case[] {
  if (isThorough) return cases;
  const covered = new Set<string>();
  return cases.filter((one) => {
    const isNew = listNames(one).some((name) => !covered.has(name));
    for (const name of listNames(one)) covered.add(name);
    return isNew;
  });
}
