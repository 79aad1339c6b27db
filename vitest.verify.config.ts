import { defineConfig } from 'vitest/config';

/*
 * What takes too long for every change: `npm run verify`. It runs the tests of `npm test` again, with all of their cases,
 * and the longer ones, `*.verify.ts`.
 */
export default defineConfig({
  test: {
    include: ['{spec,fixtures,server,conformance,bin,bench,docs}/**/*.{test,verify}.ts'],
    env: { FLEETKIT_TESTS: 'thorough' },
    testTimeout: 30 * 60_000,
    hookTimeout: 5 * 60_000,
    fileParallelism: false,
    disableConsoleIntercept: true,
  },
});
