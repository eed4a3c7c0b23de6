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
    testTimeout: 20_000,
    // Databases and processes start slowly on a busy machine.
    hookTimeout: 120_000,
    // The comparison of statements with their row types runs at the end.
    teardownTimeout: 120_000,
    allowOnly: false,
  },
});
