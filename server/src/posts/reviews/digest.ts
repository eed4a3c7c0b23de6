/** The digest that an approval is bound to. It changes with everything that a network would receive. */
import { createHash } from 'node:crypto';
import type { MediaRow } from '../../media/index.ts';
import type { PostRow, TargetRow } from '../rows.ts';

/** 64 hexadecimal digits. `media` must be in the post's order, `targets` may be in any order. */
export function digestPost(
  post: Pick<PostRow, 'content' | 'planned_at'>,
  targets: readonly Pick<TargetRow, 'channel_id' | 'content' | 'settings'>[],
  media: readonly MediaRow[],
): string {
  const channels = targets.toSorted((a, b) => a.channel_id - b.channel_id);
  const form = {
    at: post.planned_at,
    text: post.content,
    targets: channels.map(({ channel_id, content, settings }) => [channel_id, content, settings]),
    // The bytes under a storage key never change: another file has another key.
    media: media.map((file) => [file.storage_key, file.mime_type, file.name, file.alt_text]),
  };
  return createHash('sha256').update(JSON.stringify(form, sortKeys)).digest('hex');
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
