module.exports = { testTimeout: 30_000 };
