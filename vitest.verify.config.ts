import { defineConfig } from 'vitest/config';

/*
 * `npm run verify`: the tests that take too long to run for every change. Runs the tests of `npm test` with all of their
 * cases, and the longer tests in `*.verify.ts`.
 */
export default defineConfig({
  test: {
    globalSetup: ['server/storage/postgres/testing/global-server.ts'], // once per run
    include: ['{base,spec,fixtures,server,client,conformance,bin,bench,docs,lab}/**/*.{test,verify}.ts'],
    env: { FLEETKIT_TESTS: 'thorough' },
    testTimeout: 30 * 60_000,
    hookTimeout: 5 * 60_000,
    expect: { poll: { timeout: 60_000 } },
    fileParallelism: false,
    disableConsoleIntercept: true,
  },
});
