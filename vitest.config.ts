import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{spec,fixtures,server,conformance,bin,bench,docs}/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: '100%', // as a rule it leaves a core alone: of two, half
  },
});
