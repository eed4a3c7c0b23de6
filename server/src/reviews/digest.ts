/** What an approval is bound to: one value that changes with anything a network would be given. */
import { createHash } from 'node:crypto';
import type { MediaRow } from '../media/lookup.ts';
import type { PostRow, TargetRow } from '../posts/lookup.ts';

/** 64 hexadecimal digits. `media` are the post's, in their order; targets may come in any. */
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
    // Bytes are never changed in place: another file has another storage key.
    media: media.map((file) => [file.storage_key, file.mime_type, file.name, file.alt_text]),
  };
  return createHash('sha256').update(JSON.stringify(form, sortKeys)).digest('hex');
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
