/** Public facts about a server: its address, its software, and its limits. */
import { refuse } from '../core/fault.ts';
import { field, listField, textField } from '../core/json.ts';
import type { AccountLimits } from '../core/limits.ts';
import type { Caller } from '../core/network.ts';
import { type Access, callApi } from './api.ts';
import { faultOf } from './faults.ts';
import { type Software, toSoftware, traits } from './software.ts';

/** Reads the server's address from a person's input: a host, any page on it, or a whole handle. */
export function parseInstance(typed: string): string {
  const text = typed.trim();
  const isAddress = /^https?:\/\//i.test(text);
  const isOther = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) && !isAddress;
  const url = isOther ? null : URL.parse(isAddress ? text : `https://${text}`);
  const isSafe =
    url !== null && url.hostname !== '' && (!isAddress || (url.username === '' && url.password === ''));
  if (isSafe) return url.origin;
  throw refuse(`“${typed}” is not the address of a server, such as https://mastodon.social.`);
}

/** Reads the software's name from nodeinfo. All servers have it, each at its own path. */
export async function detectSoftware(caller: Caller, instance: string): Promise<Software> {
  const index = await callApi(caller, { instance }, '/.well-known/nodeinfo');
  const address = URL.parse(textField(index.json, 'links', 0, 'href') ?? '');
  if (address === null) return 'other';
  const { json } = await callApi(caller, { instance }, address.pathname);
  return toSoftware(textField(json, 'software', 'name')?.toLowerCase() ?? '');
}

/**
 * The server's own description of its limits. Older and smaller servers have only v1, and some show it only to
 * signed-in users: https://docs.joinmastodon.org/admin/config/#disallow_unauthenticated_api_access (2026-11-21).
 */
export async function readInstance(caller: Caller, access: Access): Promise<unknown> {
  const newer = await callApi(caller, access, '/api/v2/instance');
  if (newer.status === 200 && field(newer.json, 'configuration') !== undefined) return newer.json;
  const older = await callApi(caller, access, '/api/v1/instance');
  if (older.status === 200 && older.json !== undefined) return older.json;
  throw faultOf(older, caller.now());
}

/** Reads both versions of the description, and the fields that Pleroma adds to v1. */
export function limitsOf(description: unknown, software: Software): AccountLimits {
  const own = (name: string) => positive(description, name);
  const status = (name: string) => positive(description, 'configuration', 'statuses', name);
  const media = (name: string) => positive(description, 'configuration', 'media_attachments', name);
  const types = listField(description, 'configuration', 'media_attachments', 'supported_mime_types');
  const typesOf = (kind: string) =>
    types.filter((type): type is string => typeof type === 'string' && type.startsWith(`${kind}/`));
  const { countsShort, mixesMedia } = traits[software];

  const framesPerSecond = media('video_frame_rate_limit');
  const maxMedia = status('max_media_attachments') ?? own('max_media_attachments');
  const hasNoVideos = types.length > 0 && typesOf('video').length === 0;
  return {
    'text.max': status('max_characters') ?? own('max_toot_chars'),
    // Hollo and GoToSocial report a length too, but do not apply it (2026-11-21).
    'text.url_length': countsShort ? status('characters_reserved_per_url') : 0,
    'media.max': maxMedia,
    'media.min': software === 'pixelfed' ? 1 : undefined,
    'media.mixed': mixesMedia,
    'videos.max': hasNoVideos ? 0 : mixesMedia ? maxMedia : undefined,
    'image.types': types.length === 0 ? undefined : typesOf('image'),
    'video.types': types.length === 0 || hasNoVideos ? undefined : typesOf('video'),
    'image.bytes': media('image_size_limit') ?? own('upload_limit'),
    'video.bytes': media('video_size_limit') ?? own('upload_limit'),
    'image.pixels': media('image_matrix_limit'),
    'video.pixels': media('video_matrix_limit'),
    'video.fps': framesPerSecond && [1, framesPerSecond],
    'alt.max': media('description_limit') ?? own('description_limit'),
    // A browser does not get this.
    scopes: [software],
  };
}

function positive(description: unknown, ...path: string[]): number | undefined {
  const found = field(description, ...path);
  return typeof found === 'number' && found > 0 ? found : undefined;
}
