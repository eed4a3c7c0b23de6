/** Starts one PostgreSQL for all test files, with the template of the test databases. */
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/db/database.ts';
import type { EmbeddedPostgres } from '../../src/db/embedded.ts';
import { chooseFastPlace } from './fast-place.ts';
import { installTestSchema } from './schema.ts';
import { startTemporaryPostgres } from './temporary-postgres.ts';

export const TEMPLATE = 'belfry_template';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: EmbeddedPostgres['connection'];
  }
}

export default async function provide(project: Pick<TestProject, 'provide'>): Promise<() => Promise<void>> {
  // The data is deleted after the run, so no commit has to reach the disk.
  const fast = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };
  const settings = { ...fast, max_connections: '160' };
  const server = await startTemporaryPostgres(settings, await chooseFastPlace());
  await makeTemplate(server.connection);
  project.provide('postgres', server.connection);
  return async () => server[Symbol.asyncDispose]();
}

async function makeTemplate(connection: EmbeddedPostgres['connection']): Promise<void> {
  const server = openDatabase(connection, { poolSize: 1, statementTimeout: 0 });
  await server.rows(`create database ${TEMPLATE}`);
  await server.close();
  const template = openDatabase({ ...connection, database: TEMPLATE }, { poolSize: 1, statementTimeout: 0 });
  await installTestSchema(template);
  await template.close();
}
