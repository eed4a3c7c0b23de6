/** The chain's arithmetic: what of an event is hashed, and how. `docs/audit-log.md` says it for third parties. */
import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '@belfry/networks/core/json.ts';

/** All that the hash of an event covers. */
export interface ChainedEvent {
  workspace_id: number;
  seq: number;
  kind: string;
  at: string;
  user_id: number | null;
  post_id: number | null;
  target_id: number | null;
  channel_id: number | null;
  data: JsonObject;
}

/** What the first event of a workspace follows. */
export const NOTHING = Buffer.alloc(32);

/** SHA-256 of the hash before it and the event's canonical JSON. */
export function chainHash(previous: Buffer, event: ChainedEvent): Buffer {
  const { workspace_id, seq, kind, at, user_id, post_id, target_id, channel_id, data } = event;
  const covered = { workspace_id, seq, kind, at, user_id, post_id, target_id, channel_id, data };
  return createHash('sha256').update(previous).update(canonicalize(covered)).digest();
}

/** RFC 8785: no white space, keys in the order of their UTF-16 units, numbers as ECMAScript writes them. */
function canonicalize(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalize).join(',')}]`;
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalize(value[key] ?? null)}`);
  return `{${members.join(',')}}`;
}
