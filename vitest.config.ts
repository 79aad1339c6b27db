import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { findValidators } from './bin/e2e/testing/built-code.ts';

// The commands and threads that tests start load the sources: compiled code from an earlier start takes half the CPU time.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');

const schemas = join(import.meta.dirname, 'server/http/check/schemas.ts');
const validators = findValidators();

/** The test files that take longest start first: most of their time they wait, and the others use the processors meanwhile. */
const LONGEST = [
  'bin/e2e/conform',
  'bin/e2e/docs',
  'bin/e2e/console',
  'bin/e2e/docs-pages',
  'bin/e2e/kit-on-sandbox/instants',
  'bin/e2e/kit-on-sandbox/readme-walk',
  'bin/e2e/shipping/action',
  'conformance/receiver/independent-receivers',
  'bin/e2e/console-inbox',
  'lab/mutants/mutants',
  'bin/e2e/receiving-webhooks',
  'bin/e2e/replicas',
  'bin/e2e/sample-receivers',
  'conformance/receiver/simulated',
  'lab/receiver-faults/faults',
].map((name) => join(import.meta.dirname, `${name}.test.ts`));

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rest = await super.sort(files);
    const first = LONGEST.flatMap((path) => rest.filter(({ moduleId }) => moduleId === path));
    return [...first, ...rest.filter((file) => !first.includes(file))];
  }
}

export default defineConfig({
  plugins: [
    {
      // Compiling the schemas of the contracts takes seconds in each process of tests. `validators.test.ts` compares the compiled
      // validators with the sources, which only tests themselves load.
      name: 'built-validators',
      enforce: 'pre',
      resolveId(id, importer = '') {
        if (importer.endsWith('.test.ts') || !id.endsWith('/schemas.ts')) return undefined;
        return resolve(dirname(importer), id) === schemas ? validators : undefined;
      },
    },
  ],
  test: {
    globalSetup: ['server/storage/postgres/testing/global-server.ts'], // once per run
    include: ['{base,spec,fixtures,server,conformance,bin,bench,docs,lab}/**/*.test.ts'],
    isolate: false, // test files of one worker share loaded modules; each file closes what it opens
    testTimeout: 300_000, // on a busy machine tests are slow: only one that never ends should fail by its time
    hookTimeout: 300_000,
    maxWorkers: availableParallelism() + 1, // many files wait for timers, processes and browsers
    sequence: { sequencer: LongestFirst },
  },
});
