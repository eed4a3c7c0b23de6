/** Runs a change once per Idempotency-Key: its answer is kept in the very transaction of the change. */
import type { Json } from '@belfry/networks/core/json.ts';
import type { Database, Db } from '../db/database.ts';
import type { IdempotencyKey } from '../http/idempotency.ts';
import { Problem } from '../problem.ts';
import type { Caller } from '../workspaces/roles.ts';
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
    await keepAnswer(tx, owner, { ...request, status: answer.status, body: answer.body as Json });
    return answer;
  });
}

function replay<T>(kept: { fingerprint: Buffer; status: number; body: Json }, fingerprint: Buffer): Kept<T> {
  if (!kept.fingerprint.equals(fingerprint)) throw new Problem('idempotency_key_reused');
  return { status: kept.status, body: kept.body as T, headers: { 'idempotency-replayed': 'true' } };
}

export { deleteOldAnswers } from './store.ts';
