import { defineConfig } from 'vitest/config';

/* What takes too long for every change: `npm run verify`. */
export default defineConfig({
  test: {
    include: ['{spec,fixtures,server,conformance,bin}/**/*.verify.ts'],
    testTimeout: 30 * 60_000,
    hookTimeout: 5 * 60_000,
    fileParallelism: false,
    disableConsoleIntercept: true,
  },
});
