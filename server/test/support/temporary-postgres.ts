import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { type EmbeddedPostgres, startEmbedded } from '../../src/db/embedded.ts';

/**
 * A PostgreSQL of its own, whose directory is deleted in the end. `settings` are added to those of the service. `place` is
 * the parent of the directory.
 */
export async function startTemporaryPostgres(
  settings?: Record<string, string>,
  place = tmpdir(),
): Promise<EmbeddedPostgres & AsyncDisposable> {
  const directory = await mkdtempDisposable(join(place, 'belfry-postgres-'));
  const server = await startEmbedded({ dataDir: directory.path, ...(settings && { settings }) });
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server.stop();
      await directory.remove();
    },
  };
}

/** Opens a database that is closed at the end of the caller's block. */
export function openDisposable(...input: Parameters<typeof openDatabase>): Database & AsyncDisposable {
  const db = openDatabase(...input);
  return { ...db, [Symbol.asyncDispose]: () => db.close() };
}
