import { defineConfig } from 'vitest/config';

/** What takes longer and looks harder: `npm run verify`. One file after the other, so that their figures can be read. */
export default defineConfig({
  test: {
    include: ['{spec,fixtures,server,conformance,bin}/**/*.verify.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    disableConsoleIntercept: true,
  },
});
