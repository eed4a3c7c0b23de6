/** The requests that begin a post (2026-11-22). TikTok refuses what the other kind of post has. */
import type { JsonObject } from '../core/json.ts';
import type { Outgoing } from '../core/network.ts';
import { isDraft, type Settings } from './settings.ts';

/** What the account itself has switched off for all of its posts. */
export type Forced = { comment: boolean; duet: boolean; stitch: boolean };

/** https://developers.tiktok.com/doc/content-posting-api-reference-direct-post; a draft has no text and no settings. */
export function composeVideo({ text, settings }: Outgoing<Settings>, forced: Forced): JsonObject {
  if (isDraft(settings)) return {};
  const { made_with_ai = false, cover_at_ms } = settings;
  return {
    post_info: {
      ...composeCommon(settings, forced),
      ...(text !== '' && { title: text }),
      disable_duet: isOff('duet', settings, forced),
      disable_stitch: isOff('stitch', settings, forced),
      is_aigc: made_with_ai,
      ...(cover_at_ms !== undefined && { video_cover_timestamp_ms: cover_at_ms }),
    },
  };
}

/** https://developers.tiktok.com/doc/content-posting-api-reference-photo-post */
export function composePhotos({ text, settings, media }: Outgoing<Settings>, forced: Forced): JsonObject {
  const { title, photo_cover_index = 0, auto_add_music = false } = settings;
  const direct = { ...composeCommon(settings, forced), auto_add_music };
  return {
    media_type: 'PHOTO',
    post_mode: isDraft(settings) ? 'MEDIA_UPLOAD' : 'DIRECT_POST',
    post_info: {
      ...(title !== undefined && { title }),
      ...(text !== '' && { description: text }),
      ...(!isDraft(settings) && direct),
    },
    source_info: {
      source: 'PULL_FROM_URL',
      photo_cover_index,
      photo_images: media.map((file) => file.link()),
    },
  };
}

function composeCommon(settings: Settings, forced: Forced): JsonObject {
  const { privacy_level = '', paid_partnership = false, own_brand = false } = settings;
  return {
    privacy_level,
    disable_comment: isOff('comment', settings, forced),
    brand_content_toggle: paid_partnership,
    brand_organic_toggle: own_brand,
  };
}

function isOff(name: keyof Forced, settings: Settings, forced: Forced): boolean {
  return forced[name] || (settings[`disable_${name}`] ?? true);
}

const words = { comment: 'comments', duet: 'duets', stitch: 'stitches' } as const;

/** What a person allowed, although the account does not. Photos have comments only. */
export function listForced({ settings, media }: Outgoing<Settings>, forced: Forced): string[] {
  const isVideo = media[0]?.kind === 'video';
  return (['comment', 'duet', 'stitch'] as const)
    .filter((name) => forced[name] && settings[`disable_${name}`] === false)
    .filter((name) => isVideo || name === 'comment')
    .map((name) => `The account does not allow ${words[name]} at TikTok, so this post has none.`);
}
