/** Turns a server's description into limits. */
import { field } from '../core/json.ts';
import type { AccountLimits } from '../core/limits.ts';
import { type Software, traits } from './software.ts';

/** Reads both versions of the description, and the fields that Pleroma adds to v1. */
export function limitsOf(description: unknown, software: Software): AccountLimits {
  const configuration = field(description, 'configuration');
  const status = (name: string) => positive(field(configuration, 'statuses', name));
  const media = (name: string) => positive(field(configuration, 'media_attachments', name));
  const own = (name: string) => positive(field(description, name));
  const { countsShort, mixesMedia } = traits[software];

  const maxMedia = status('max_media_attachments') ?? own('max_media_attachments');
  const { images, videos } = sortTypes(field(configuration, 'media_attachments', 'supported_mime_types'));
  return {
    'text.max': status('max_characters') ?? own('max_toot_chars'),
    // Hollo and GoToSocial report a length too, but do not apply it (2026-11-21).
    'text.url_length': countsShort ? status('characters_reserved_per_url') : 0,
    'media.max': maxMedia,
    'media.min': software === 'pixelfed' ? 1 : undefined,
    'media.mixed': mixesMedia,
    'videos.max': videos?.length === 0 ? 0 : mixesMedia ? maxMedia : undefined,
    'image.types': images,
    'video.types': videos?.length === 0 ? undefined : videos,
    'image.bytes': media('image_size_limit') ?? own('upload_limit'),
    'video.bytes': media('video_size_limit') ?? own('upload_limit'),
    'image.pixels': media('image_matrix_limit'),
    'video.pixels': media('video_matrix_limit'),
    'alt.max': media('description_limit') ?? own('description_limit'),
  };
}

function positive(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined;
}

function sortTypes(types: unknown): { images?: string[]; videos?: string[] } {
  if (!Array.isArray(types) || types.length === 0) return {};
  const starting = (kind: string) =>
    types.filter((type) => typeof type === 'string' && type.startsWith(`${kind}/`));
  return { images: starting('image'), videos: starting('video') };
}
