import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['server/storage/postgres/testing/global-server.ts'], // once per run
    include: ['{spec,fixtures,server,conformance,bin,bench,docs}/**/*.test.ts'],
    isolate: false, // test files of one worker share loaded modules; each file closes what it opens
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: '100%', // as a rule it leaves a core alone: of two, half
  },
});
