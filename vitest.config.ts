import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// The commands and threads that tests start load the sources: compiled code from an earlier start takes half the CPU time.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');

export default defineConfig({
  test: {
    globalSetup: ['server/storage/postgres/testing/global-server.ts'], // once per run
    include: ['{spec,fixtures,server,conformance,bin,bench,docs}/**/*.test.ts'],
    isolate: false, // test files of one worker share loaded modules; each file closes what it opens
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: availableParallelism() + 1, // many files wait for timers, processes and browsers
  },
});
