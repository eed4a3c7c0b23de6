/**
 * Runs many worlds on several threads with their own PostgreSQL, and prints failing seeds so that they can be repeated.
 */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { EmbeddedPostgres } from '../../server/src/db/embedded.ts';
import { installTestSchema } from '../../server/test/support/schema.ts';
import { openDisposable, startTemporaryPostgres } from '../../server/test/support/temporary-postgres.ts';
import type { Findings } from './check.ts';
import type { Simulated } from './simulate.ts';
import type { ThreadInput } from './thread.ts';

export interface SimulationReport extends Omit<Findings, 'violations'> {
  seeds: number;
  perMinute: number;
  /** By seed, lowest first. */
  failing: Simulated[];
}

/** Runs `count` worlds with the seeds from `first` on. */
export async function simulateMany(first: number, count: number): Promise<SimulationReport> {
  await using server = await startTemporaryPostgres();
  const connections = await makeDatabases(server.connection, Math.min(count, availableParallelism()));
  const begun = performance.now();
  const results: Simulated[] = [];
  await Promise.all(
    connections.map(async (connection, index) => {
      const seeds = Array.from({ length: count }, (_, at) => first + at);
      const own = seeds.filter((_, at) => at % connections.length === index);
      await runThread({ connection, seeds: own }, (result) => results.push(result));
    }),
  );
  return reportOn(results, (performance.now() - begun) / 60_000);
}

async function runThread(input: ThreadInput, take: (result: Simulated) => void): Promise<void> {
  const thread = new Worker(join(import.meta.dirname, 'thread.ts'), { workerData: input });
  thread.on('message', take);
  const [code] = (await once(thread, 'exit')) as [number];
  if (code !== 0) throw new Error(`a thread of the simulation ended with code ${code}`);
}

async function makeDatabases(connection: EmbeddedPostgres['connection'], count: number) {
  const names = Array.from({ length: count }, (_, index) => `world_${index}`);
  await using server = openDisposable(connection, { poolSize: 1 });
  await server.rows('alter system set autovacuum = off');
  await server.rows('select pg_reload_conf()');
  await server.rows('create database world');
  const template = openDisposable({ ...connection, database: 'world' }, { poolSize: 1 });
  await installTestSchema(template);
  await template.close();
  for (const name of names) await server.rows(`create database ${name} template world`);
  return names.map((database) => ({ ...connection, database }));
}

function reportOn(results: readonly Simulated[], minutes: number): SimulationReport {
  const sum = (of: (result: Simulated) => number) => results.reduce((total, each) => total + of(each), 0);
  return {
    seeds: results.length,
    perMinute: Math.round(results.length / minutes),
    targets: sum(({ targets }) => targets),
    accepted: sum(({ accepted }) => accepted),
    published: sum(({ published }) => published),
    failed: sum(({ failed }) => failed),
    unconfirmed: sum(({ unconfirmed }) => unconfirmed),
    failing: results.filter(({ violations }) => violations.length > 0).sort((a, b) => a.seed - b.seed),
  };
}

/** The violations and the trace of one world, and the command to repeat it. */
export function printFailure({ seed, violations, trace }: Simulated): string {
  return [
    `Seed ${seed}:`,
    ...violations.map(({ about, message }) => `  ${about === undefined ? '' : `${about}: `}${message}`),
    '',
    ...trace,
    '',
    `To repeat: npm run prove -- --simulate 1 --seed ${seed}`,
    '',
  ].join('\n');
}
