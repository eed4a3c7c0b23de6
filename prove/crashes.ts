/**
 * The exhaustive proof. Each post is published with a crash before and after every operation on journal and network,
 * alone and after each kind of fault. The journal is the real one, in a real PostgreSQL.
 */
import { fakeFaults } from '../networks/testing/fake-server.ts';
import type { Crash, MatrixCase, MatrixRun, MatrixStore } from '../networks/testing/matrix.ts';
import { runOnce } from '../networks/testing/matrix.ts';
import { storeIn } from '../server/test/support/matrix-store.ts';
import { installTestSchema } from '../server/test/support/schema.ts';
import { openDisposable, startTemporaryPostgres } from '../server/test/support/temporary-postgres.ts';
import { cases } from './cases.ts';

export interface CrashesReport {
  runs: number;
  published: number;
  unconfirmed: number;
  /** Any other outcome; must be 0. */
  otherwise: number;
  lost: number;
  duplicated: number;
}

/**
 * Without `expire`: on a network without refresh, an expired token always needs a person, so there is nothing to prove.
 */
const faults = [undefined, ...fakeFaults.filter((fault) => fault !== 'expire')];

export async function proveByCrashes(): Promise<Record<string, CrashesReport>> {
  await using server = await startTemporaryPostgres();
  await using db = openDisposable(server.connection, { poolSize: 2 });
  await installTestSchema(db);
  const store = await storeIn(db);
  const reports: Record<string, CrashesReport> = {};
  for (const [name, each] of Object.entries(cases)) reports[name] = await proveCase(each, store);
  return reports;
}

async function proveCase(each: MatrixCase, store: MatrixStore): Promise<CrashesReport> {
  const runs: MatrixRun[] = [];
  for (const fault of faults) {
    const options = fault === undefined ? {} : { faults: [fault] };
    const clean = await runOnce(each, store, options);
    runs.push(clean);
    for (const crash of crashesIn(clean.operations))
      runs.push(await runOnce(each, store, { ...options, crash }));
  }
  const count = (holds: (run: MatrixRun) => boolean) => runs.filter(holds).length;
  return {
    runs: runs.length,
    published: count(({ outcome }) => outcome.kind === 'published'),
    unconfirmed: count(({ outcome }) => outcome.kind === 'unconfirmed'),
    otherwise: count(({ outcome }) => outcome.kind !== 'published' && outcome.kind !== 'unconfirmed'),
    lost: count(({ outcome, visible }) => outcome.kind === 'published' && visible < each.parts),
    duplicated: count(({ visible }) => visible > each.parts),
  };
}

function crashesIn(operations: number): Crash[] {
  return Array.from({ length: operations }, (_, index) => index + 1).flatMap((at) => [
    { at, side: 'before' },
    { at, side: 'after' },
  ]);
}
