export default { testMatch: ['**/*.test.mjs'], testTimeout: 30_000, transform: {} };
