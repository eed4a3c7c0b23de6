/** Runs a change once per Idempotency-Key. The transaction of the change also stores its answer. */
import type { Json } from '@belfry/networks/core/json.ts';
import type { Caller } from '../access/roles.ts';
import { Problem } from '../base/problem.ts';
import type { Database, Db, Tx } from '../db/database.ts';
import type { IdempotencyKey } from '../http/index.ts';
import { findAnswer, lockKey, type StoredAnswer, storeAnswer } from './store.ts';

export interface Answer<T> {
  status: number;
  body: T;
  headers?: Record<string, string>;
}

export async function once<T>(
  db: Database,
  who: Caller,
  request: IdempotencyKey | undefined,
  change: (tx: Tx) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  if (request === undefined) return db.transaction(change);
  return db.transaction(async (tx) => {
    const owner = { workspaceId: who.workspaceId, userId: who.userId, key: request.key };
    if (!(await lockKey(tx, owner)))
      throw new Problem('idempotency_in_flight', { headers: { 'retry-after': '1' } });
    const stored = await findAnswer(tx, owner);
    if (stored !== undefined) return replay<T>(stored, request.fingerprint);
    // Its last statement is followed by ours.
    const answer = await change({ ...tx, last: tx });
    const { status, headers = {}, body } = answer;
    await storeAnswer(tx, owner, { fingerprint: request.fingerprint, status, headers, body: body as Json });
    return answer;
  });
}

/** The stored answer, for changes that call a network before they write: the network is not called again. */
export async function recall<T>(
  db: Db,
  who: Caller,
  request: IdempotencyKey | undefined,
): Promise<Answer<T> | undefined> {
  if (request === undefined) return undefined;
  const stored = await findAnswer(db, { workspaceId: who.workspaceId, userId: who.userId, key: request.key });
  return stored && replay<T>(stored, request.fingerprint);
}

function replay<T>({ status, headers, body, ...stored }: StoredAnswer, fingerprint: Buffer): Answer<T> {
  if (!stored.fingerprint.equals(fingerprint)) throw new Problem('idempotency_key_reused');
  return { status, body: body as T, headers: { ...headers, 'idempotency-replayed': 'true' } };
}

export { deleteOldAnswers } from './store.ts';
