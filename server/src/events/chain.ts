/** Computes the hashes of the chain. `docs/audit-log.md` describes the algorithm for third parties. */
import { createHash } from 'node:crypto';
import type { Json } from '@belfry/networks/core/json.ts';
import type { ChainRow } from './store.ts';

/** The fields that an event's hash covers. */
type ChainedEvent = Omit<ChainRow, 'id' | 'hash'>;

/** The hash before the first event of a workspace. */
export const GENESIS_HASH = Buffer.alloc(32);

/** SHA-256 of the previous hash and the event's canonical JSON. */
export function chainHash(previous: Buffer, event: ChainedEvent): Buffer {
  const { workspace_id, seq, kind, at, user_id, post_id, target_id, channel_id, data } = event;
  const covered = { workspace_id, seq, kind, at, user_id, post_id, target_id, channel_id, data };
  return createHash('sha256').update(previous).update(canonicalize(covered)).digest();
}

/** RFC 8785: no white space, keys sorted by UTF-16 units, numbers in ECMAScript's notation. */
function canonicalize(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalize).join(',')}]`;
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalize(value[key] ?? null)}`);
  return `{${members.join(',')}}`;
}
