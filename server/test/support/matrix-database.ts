import type { MatrixStore } from '../../../networks/testing/matrix.ts';
import { openDatabase } from '../../src/db/database.ts';
import { copyTemplate } from './app.ts';
import { storeIn } from './matrix-store.ts';

/** For a test file, on a database of its own. */
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
