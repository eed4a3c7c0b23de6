/** Starts one PostgreSQL for all test files, with the template of the test databases. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/db/database.ts';
import type { EmbeddedPostgres } from '../../src/db/embedded.ts';
import { startEmbedded } from '../../src/db/embedded.ts';
import { installTestSchema } from './schema.ts';

export const TEMPLATE = 'belfry_template';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: EmbeddedPostgres['connection'];
  }
}

export default async function provide(project: Pick<TestProject, 'provide'>): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'belfry-test-'));
  const server = await startEmbedded({ dataDir });
  await makeTemplate(server.connection);
  project.provide('postgres', server.connection);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

async function makeTemplate(connection: EmbeddedPostgres['connection']): Promise<void> {
  const server = openDatabase(connection, { poolSize: 1, statementTimeout: 0 });
  await server.rows(`create database ${TEMPLATE}`);
  await server.close();
  const template = openDatabase({ ...connection, database: TEMPLATE }, { poolSize: 1, statementTimeout: 0 });
  await installTestSchema(template);
  await template.close();
}
