import { globSync, readFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// The tests, and the commands and threads that they start, load the sources: compiled code from an earlier start takes half the CPU time.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');

/** The test files that take longest start first: most of their time they wait, and the others use the processors meanwhile. */
const LONGEST = [
  'bin/e2e/conform',
  'bin/e2e/docs',
  'bin/e2e/console',
  'conformance/receiver/independent-receivers',
  'lab/mutants/mutants',
  'bin/e2e/replicas',
].map((name) => join(import.meta.dirname, `${name}.test.ts`));

/** Puts files of one project after each other, because a worker runs files of one project only, and each new one compiles the code again. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rest = await super.sort(files);
    const first = LONGEST.flatMap((path) => rest.filter(({ moduleId }) => moduleId === path));
    const further = rest.filter((file) => !first.includes(file));
    const isOfTests = ({ project }: TestSpecification): boolean => project.name === 'tests';
    return [...first, ...further.filter(isOfTests), ...further.filter((file) => !isOfTests(file))];
  }
}

const TESTS = '{base,spec,fixtures,server,client,conformance,bin,bench,docs,lab}/**/*.test.ts';

/**
 * Tests that replace modules, which works only before a module is loaded, and tests that collect garbage, which takes a second when a
 * process has run many files: each has a process to itself.
 */
const ALONE = globSync(TESTS, { cwd: import.meta.dirname }).filter((path) =>
  /^vi\.mock\(|^import \{ collectGarbage \}/m.test(readFileSync(join(import.meta.dirname, path), 'utf8')),
);

/** Tests of what computes the data of fleets: the others read the rows and logs of the default fleets from the bundle. */
const GENERATORS = ['{fixtures,server/world,server/fleet-parts,bin/dev,bench}/**/*.test.ts'];

/** Node.js loads the modules itself, from its compile cache: it runs them with less CPU time than Vite. */
const shared = {
  setupFiles: ['bin/e2e/testing/load-built-validators.ts', 'bin/e2e/testing/load-built-workers.ts'],
  testTimeout: 300_000, // on a busy machine tests are slow: only one that never ends should fail by its time
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
};

/** Test files of one worker share loaded modules; each file closes what it opens. */
const sharing = { isolate: false, experimental: { viteModuleRunner: false, nodeLoader: false } };

export default defineConfig({
  test: {
    // Many files wait for timers, processes and browsers. One more worker than cores compiles the code once more, and leaves no core idle.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          ...sharing,
          setupFiles: [...shared.setupFiles, 'bin/e2e/testing/load-built-fleets.ts'],
          name: 'tests',
          globalSetup: ['server/storage/postgres/testing/global-server.ts'], // once per run
          include: [TESTS],
          exclude: [...ALONE, ...GENERATORS],
        },
      },
      {
        test: {
          ...shared,
          ...sharing,
          setupFiles: [...shared.setupFiles, 'fixtures/testing/compare-rows.ts'],
          name: 'generators',
          include: GENERATORS,
          exclude: ALONE,
        },
      },
      { test: { ...shared, name: 'alone', include: ALONE, experimental: { viteModuleRunner: false } } },
    ],
  },
});
