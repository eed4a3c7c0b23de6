import type { Json } from '@belfry/networks/core/json.ts';
import type { Db, Tx } from '../db/database.ts';

interface Owner {
  workspaceId: number;
  userId: number;
  key: string;
}

/** False while another request with this key is running. The lock ends with the transaction. */
export async function lockKey(tx: Tx, { workspaceId, userId, key }: Owner): Promise<boolean> {
  const row = await tx.row<{ locked: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked',
    [JSON.stringify([workspaceId, userId, key])],
  );
  return row?.locked === true;
}

export interface StoredAnswer {
  fingerprint: Buffer;
  status: number;
  headers: Record<string, string>;
  body: Json;
}

export async function findAnswer(db: Db, { workspaceId, userId, key }: Owner) {
  return db.row<StoredAnswer>(
    `select fingerprint, status, headers, body from idempotency_keys
     where workspace_id = $1 and user_id = $2 and key = $3 and created_at > clock_now() - interval '24 hours'`,
    [workspaceId, userId, key],
  );
}

export async function storeAnswer(tx: Tx, owner: Owner, answer: StoredAnswer): Promise<void> {
  await tx.rows(
    `insert into idempotency_keys (workspace_id, user_id, key, fingerprint, status, headers, body)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (workspace_id, user_id, key) do update set fingerprint = excluded.fingerprint,
       status = excluded.status, headers = excluded.headers, body = excluded.body, created_at = clock_now()`,
    [
      owner.workspaceId,
      owner.userId,
      owner.key,
      answer.fingerprint,
      answer.status,
      JSON.stringify(answer.headers),
      JSON.stringify(answer.body),
    ],
  );
}

export async function deleteOldAnswers(db: Db): Promise<void> {
  await db.rows("delete from idempotency_keys where created_at < clock_now() - interval '24 hours'");
}
