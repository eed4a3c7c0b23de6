import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{networks,contract,messages,engine,sdk,server,scripts,test,prove}/**/*.test.ts'],
    globalSetup: [
      'server/test/support/programs.ts',
      'server/test/support/postgres.ts',
      'server/test/support/statements/check.ts',
    ],
    setupFiles: ['server/test/support/statements/setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Only for tests that hang: on a busy machine, everything may take many times as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The comparison of statements with their row types runs at the end.
    teardownTimeout: 120_000,
    allowOnly: false,
  },
});
