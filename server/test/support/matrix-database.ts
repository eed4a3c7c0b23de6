import type { MatrixStore } from '../../../networks/testing/matrix.ts';
import { openDatabase } from '../../src/db/database.ts';
import { copyTemplate } from './app.ts';
import { storeIn } from './matrix-store.ts';

/** A store for a test file, with its own database. */
export async function openMatrixStore(): Promise<MatrixStore & { close(): Promise<void> }> {
  const { connection, drop } = await copyTemplate();
  const db = openDatabase(connection, { poolSize: 2 });
  return {
    ...(await storeIn(db)),
    async close() {
      await db.close();
      await drop();
    },
  };
}
