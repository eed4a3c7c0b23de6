/** Runs a change once per Idempotency-Key. The transaction of the change also stores its answer. */
import type { Json } from '@belfry/networks/core/json.ts';
import type { Database, Db } from '../db/database.ts';
import type { IdempotencyKey } from '../http/idempotency.ts';
import { Problem } from '../problem.ts';
import type { Caller } from '../workspaces/roles.ts';
import type { KeptAnswer } from './store.ts';
import { findAnswer, keepAnswer, lockKey } from './store.ts';

export interface Kept<T> {
  status: number;
  body: T;
  headers?: Record<string, string>;
}

export async function once<T>(
  db: Database,
  who: Caller,
  request: IdempotencyKey | undefined,
  change: (tx: Db) => Promise<Kept<T>>,
): Promise<Kept<T>> {
  if (request === undefined) return db.transaction(change);
  return db.transaction(async (tx) => {
    const owner = { workspaceId: who.workspaceId, userId: who.userId, key: request.key };
    if (!(await lockKey(tx, owner)))
      throw new Problem('idempotency_in_flight', { headers: { 'retry-after': '1' } });
    const kept = await findAnswer(tx, owner);
    if (kept !== undefined) return replay<T>(kept, request.fingerprint);
    const answer = await change(tx);
    const { status, headers = {}, body } = answer;
    await keepAnswer(tx, owner, { fingerprint: request.fingerprint, status, headers, body: body as Json });
    return answer;
  });
}

/** The stored answer, for changes that call a network before they write: the network is not called again. */
export async function recall<T>(
  db: Db,
  who: Caller,
  request: IdempotencyKey | undefined,
): Promise<Kept<T> | undefined> {
  if (request === undefined) return undefined;
  const kept = await findAnswer(db, { workspaceId: who.workspaceId, userId: who.userId, key: request.key });
  return kept && replay<T>(kept, request.fingerprint);
}

function replay<T>({ status, headers, body, ...kept }: KeptAnswer, fingerprint: Buffer): Kept<T> {
  if (!kept.fingerprint.equals(fingerprint)) throw new Problem('idempotency_key_reused');
  return { status, body: body as T, headers: { ...headers, 'idempotency-replayed': 'true' } };
}

export { deleteOldAnswers } from './store.ts';
