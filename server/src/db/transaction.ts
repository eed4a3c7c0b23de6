import type { ClientBase, PoolClient } from 'pg';
import { type ConnectionPool, ignoreError, isBehindPooler, type Query } from './connections.ts';
import type { Tx } from './database.ts';
import type { Mode } from './joined-query.ts';
import { dbOn } from './statements.ts';

/** A transaction that is already open, and that its caller commits. */
export function txOn(client: ClientBase, query?: Query): Tx {
  const db = dbOn(client, query);
  return { ...db, inTransaction: true, last: db };
}

export async function runTransaction<T>(
  connections: ConnectionPool,
  work: (tx: Tx) => Promise<T>,
  mode: Mode,
): Promise<T> {
  const client = await connections.acquire();
  client.on('error', ignoreError);
  let transaction: Transaction | undefined;
  let rollbackError: Error | undefined;
  try {
    transaction = isBehindPooler(client)
      ? await beginBehindPooler(client, connections, mode)
      : openJoined(client, connections, mode);
    const result = await work(transaction.tx);
    await transaction.end('commit');
    return result;
  } catch (error) {
    await transaction?.end('rollback').catch((failure: Error) => {
      rollbackError = failure;
    });
    throw error;
  } finally {
    client.off('error', ignoreError);
    client.release(rollbackError);
  }
}

interface Transaction {
  tx: Tx;
  end(how: 'commit' | 'rollback'): Promise<unknown>;
}

/** Sends `begin` with the first statement, and `commit` with the one that is marked as the last. */
function openJoined(client: PoolClient, connections: ConnectionPool, mode: Mode): Transaction {
  const query = connections.queryOn(client);
  let isBegun = false;
  let isCommitted = false;
  const statements = (commit: boolean) =>
    dbOn(client, async (config) => {
      if (isCommitted) throw new Error('The transaction was committed with its last statement.');
      const begin = isBegun ? undefined : mode;
      isBegun = true;
      const result = await query<never>(config, { begin, commit });
      isCommitted = commit;
      return result;
    });
  return {
    tx: { ...statements(false), inTransaction: true, last: statements(true) },
    end: async (how) => (isBegun && !isCommitted ? query({ text: how }) : undefined),
  };
}

/** A pooler may run each transaction in another server session, so the timeouts are set in every one. */
async function beginBehindPooler(
  client: PoolClient,
  connections: ConnectionPool,
  mode: Mode,
): Promise<Transaction> {
  const query = connections.queryOn(client);
  await query({ text: connections.beginSql(mode) });
  return { tx: txOn(client, query), end: (how) => query({ text: how }) };
}
