import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Keeps every tenth of many objects for a while, so that V8 enlarges the space of new objects. */
const LOAD = `
let kept = [];
for (let round = 0; round < 40; round += 1) {
  for (let count = 0; count < 100_000; count += 1) {
    const made = { round, text: 'x' + count };
    if (count % 10 === 0) kept.push(made);
  }
  if (kept.length > 40_000) kept = [];
  await new Promise(setImmediate);
}
const { getHeapSpaceStatistics } = process.getBuiltinModule('node:v8');
const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
process.stdout.write(String(space.space_size / 2 ** 20));
`;

const measure = (script: string): number =>
  Number(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }));

test('keeps the space of new objects small under load', () => {
  const module = new URL('limit-new-space.ts', import.meta.url).href;
  const limited = `import { limitNewSpace } from '${module}'; limitNewSpace(); ${LOAD}`;
  expect(measure(limited)).toBeLessThanOrEqual(32);
  expect(measure(LOAD)).toBeGreaterThan(32); // otherwise this test shows nothing
});
