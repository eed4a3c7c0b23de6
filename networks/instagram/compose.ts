/** What a post's text, files and settings become at Instagram. */
import { refuse } from '../core/fault.ts';
import type { JsonObject } from '../core/json.ts';
import type { Media, Outgoing } from '../core/network.ts';
import type { Via } from './api.ts';
import type { FormatName } from './rules.ts';
import type { Settings } from './settings.ts';

export interface Plan {
  post: Outgoing<Settings>;
  format: FormatName;
  via: Via;
}

/** Instagram takes the bytes of videos only where people sign in by Facebook; it fetches all other files. */
export function isPushed({ kind }: Media, { via }: Plan): boolean {
  return kind === 'video' && via === 'facebook';
}

/** The container of one file, which is the whole post unless it is a carousel. */
export function composeItem(plan: Plan, index: number): JsonObject {
  const { post, format } = plan;
  const file = post.media[index] as Media;
  return {
    ...composeFile(file, plan),
    ...(file.kind === 'image' && format !== 'story' && file.altText ? { alt_text: file.altText } : {}),
    ...composeTags(post.settings, file, index),
    ...(format === 'carousel' ? { is_carousel_item: true } : {}),
    ...(format === 'feed' || format === 'reel' ? composeText(plan) : {}),
    ...(format === 'reel' ? composeReel(post) : {}),
    ...(format !== 'carousel' ? composeLabel(post.settings) : {}),
  };
}

export function composeCarousel(plan: Plan, children: readonly string[]): JsonObject {
  const { settings } = plan.post;
  return { media_type: 'CAROUSEL', children: [...children], ...composeText(plan), ...composeLabel(settings) };
}

const videoTypes = { feed: 'REELS', reel: 'REELS', carousel: 'VIDEO', story: 'STORIES' };

function composeFile(file: Media, plan: Plan): JsonObject {
  const type =
    file.kind === 'video' ? videoTypes[plan.format] : plan.format === 'story' ? 'STORIES' : undefined;
  return {
    ...(type !== undefined && { media_type: type }),
    ...(isPushed(file, plan) ? { upload_type: 'resumable' } : { [`${file.kind}_url`]: file.link() }),
  };
}

function composeText({ post: { text, settings } }: Plan): JsonObject {
  const { collaborators = [], location } = settings;
  return {
    ...(text !== '' && { caption: text }),
    ...(collaborators.length > 0 && { collaborators: collaborators.map(plainName) }),
    ...(location !== undefined && { location_id: location }),
  };
}

const strategies = { manual: 'MANUAL', performance: 'SS_PERFORMANCE' };

function composeReel({ settings, files }: Outgoing<Settings>): JsonObject {
  const { cover, cover_at_ms, audio_name, trial, share_to_feed = true } = settings;
  const image = cover === undefined ? undefined : files?.get(cover);
  if (cover !== undefined && image === undefined) throw refuse('The cover is missing.', 'settings.cover');
  return {
    share_to_feed,
    ...(image !== undefined && { cover_url: image.link() }),
    ...(image === undefined && cover_at_ms !== undefined && { thumb_offset: cover_at_ms }),
    ...(audio_name !== undefined && { audio_name }),
    ...(trial !== undefined && { trial_params: { graduation_strategy: strategies[trial] } }),
  };
}

function composeLabel({ is_ai_generated }: Settings): JsonObject {
  return is_ai_generated ? { is_ai_generated } : {};
}

/** Videos have no place of a person. */
function composeTags({ user_tags = [] }: Settings, file: Media, index: number): JsonObject {
  const own = user_tags.filter(({ media = 0 }) => media === index);
  if (own.length === 0) return {};
  const placeOf = file.placeOf ?? ((place) => place);
  const tags = own.map(({ username, x, y }) => ({
    username: plainName(username),
    ...(file.kind === 'image' && x !== undefined && y !== undefined && placeOf({ x, y })),
  }));
  return { user_tags: tags };
}

function plainName(name: string): string {
  return name.replace(/^@/, '');
}
