import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const tests = '{networks,contract,messages,engine,sdk,server,scripts,test,prove,web}/**/*.test.ts';

/** In files that replace modules, signal processes, trust other authorities, measure memory, or set flags of V8. */
const needsOwnProcess =
  /\bvi\.mock\b|\bprocess\.kill\b|\b(?:memoryUsage|setDefaultCACertificates|setFlagsFromString)\b/;

/** These files take longest. */
const slow = ['{prove,test}/**/*.test.ts', '**/conformance.test.ts', '**/*-properties.test.ts'];

const journeys = 'web/journeys/**/*.test.ts';

/** Those of `npm run walk` are all. Those of `npm test` are the main ones, because a browser is the dearest part of a test. */
const walked = process.env['WALK'] === undefined ? 'web/journeys/main/*.test.ts' : journeys;

const installed = '**/node_modules/**';

const alone = globSync(tests, { cwd: import.meta.dirname, exclude: [installed] }).filter((path) =>
  needsOwnProcess.test(readFileSync(join(import.meta.dirname, path), 'utf8')),
);

/** What takes longest begins first, so that at the end no worker waits for it. Of itself, Vitest goes by the names. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification) =>
      ['slow', 'alone', 'journeys', 'shared'].indexOf(project.name);
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      // One process runs many of these files, because most of a short file's time goes into loading the service.
      ...[
        { name: 'slow', include: slow, exclude: alone },
        { name: 'journeys', include: [walked] },
        { name: 'shared', include: [tests], exclude: [journeys, ...slow, ...alone] },
      ].map(({ exclude = [], ...test }) => ({
        extends: true as const,
        test: { ...test, exclude: [installed, ...exclude], isolate: false },
      })),
    ],
    globalSetup: [
      'server/test/support/programs.ts',
      'server/test/support/postgres.ts',
      'server/test/support/clusters.ts',
      'server/test/support/web-app.ts',
      'server/test/support/statements/check.ts',
    ],
    setupFiles: ['server/test/support/statements/setup.ts'],
    // Compiled code of the workers and of the services that they start.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/tests') },
    pool: 'forks',
    // One more than a small machine has processors, because part of a test's time is waiting for other processes. A fourth
    // costs more than it gains. The database has connections for eight.
    maxWorkers: Math.min(Math.max(3, availableParallelism()), 8),
    // Only for tests that hang: on a busy machine, everything may take many times as long.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    // The comparison of statements with their row types runs at the end.
    teardownTimeout: 120_000,
    allowOnly: false,
  },
});
