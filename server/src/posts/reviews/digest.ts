/** The digest that an approval is bound to. It changes with everything that a network would receive. */
import { createHash } from 'node:crypto';
import type { MediaRow, PostFiles } from '../../media/index.ts';
import type { PostRow, TargetRow } from '../rows.ts';

/**
 * 64 hexadecimal digits. `targets` may be in any order. A part that a post does not have changes nothing, so that an
 * approval outlives an upgrade.
 */
export function digestPost(
  post: Pick<PostRow, 'content' | 'planned_at'>,
  targets: readonly Pick<TargetRow, 'channel_id' | 'content' | 'settings' | 'media_ids' | 'image_fit'>[],
  { own, named }: PostFiles,
): string {
  const channels = targets.toSorted((a, b) => a.channel_id - b.channel_id);
  const form = {
    at: post.planned_at,
    text: post.content,
    targets: channels.map(({ channel_id, content, settings, media_ids, image_fit }) => [
      channel_id,
      content,
      settings,
      ...(media_ids === null && image_fit === 'pad' ? [] : [media_ids, image_fit]),
    ]),
    media: own.map(formOf),
    ...(named.size > 0 && {
      files: [...named].sort(([a], [b]) => a - b).map(([id, row]) => [id, ...formOf(row)]),
    }),
  };
  return createHash('sha256').update(JSON.stringify(form, sortKeys)).digest('hex');
}

/** The bytes under a storage key never change: another file has another key. */
function formOf({ storage_key, mime_type, name, alt_text, captions }: MediaRow) {
  const texts = captions.map(({ language, sha256 }) => [language, sha256]);
  return [storage_key, mime_type, name, alt_text, ...(texts.length === 0 ? [] : [texts])];
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
