/** What the fake refuses of a container, as Instagram does. */
import { field, type JsonObject } from '../core/json.ts';
import { refuse, refuseField } from '../families/meta/fake-graph.ts';
import type { FakeResponse } from '../testing/fake-server.ts';

export const containerFields = [
  ...['image_url', 'video_url', 'upload_type', 'media_type', 'is_carousel_item', 'children'],
  ...['caption', 'alt_text', 'user_tags', 'location_id', 'collaborators', 'is_ai_generated'],
  ...['share_to_feed', 'cover_url', 'thumb_offset', 'audio_name', 'trial_params'],
];

const reelFields = ['share_to_feed', 'cover_url', 'thumb_offset', 'audio_name', 'trial_params'];
const mostCaption = 2200;

/** The refusal; undefined if the container can be made. */
export function checkContainer(body: JsonObject, canUpload: boolean): FakeResponse | undefined {
  const type = body.media_type ?? 'IMAGE';
  const allowed = fieldsOf[String(type)];
  if (allowed === undefined) return refuse(400, '100/2207023', 'The media type is unknown.');
  const sources = ['image_url', 'video_url', 'upload_type', 'children'].filter((name) => name in body);
  if (sources.length !== 1) return refuse(400, '9004/2207052', 'Only photo or video can be accepted.');
  const stranger = Object.keys(body).find((name) => !allowed.includes(name));
  if (stranger !== undefined) return refuseField(`param ${stranger} is not allowed for ${type}`);
  if (
    body.is_carousel_item === true &&
    ['caption', 'location_id', 'collaborators'].some((name) => name in body)
  )
    return refuseField('An item of a carousel has no text of its own.');
  if (body.upload_type !== undefined && (!canUpload || body.upload_type !== 'resumable'))
    return refuseField('param upload_type is not allowed');
  return checkValues(body);
}

const common = ['media_type', 'is_carousel_item', 'user_tags', 'location_id', 'collaborators', 'caption'];
const fieldsOf: Record<string, readonly string[]> = {
  IMAGE: [...common, 'image_url', 'alt_text', 'is_ai_generated'],
  VIDEO: ['media_type', 'is_carousel_item', 'user_tags', 'video_url', 'upload_type'],
  REELS: [...common, 'video_url', 'upload_type', 'is_ai_generated', ...reelFields].filter(
    (name) => name !== 'is_carousel_item',
  ),
  STORIES: ['media_type', 'image_url', 'video_url', 'upload_type', 'user_tags', 'is_ai_generated'],
  CAROUSEL: ['media_type', 'children', 'caption', 'location_id', 'collaborators', 'is_ai_generated'],
};

function checkValues(body: JsonObject): FakeResponse | undefined {
  const { caption = '', alt_text = '', collaborators = [], location_id = '1' } = body;
  if (typeof caption !== 'string' || caption.length > mostCaption)
    return refuse(400, '36004/2207010', 'The caption was too long.');
  if (count(caption, /#[\p{L}\p{N}_]/gu) > 30)
    return refuse(400, '36004/2207010', 'The caption has too many hashtags.');
  if (count(caption, /(?<![\w.])@\w/g) > 20)
    return refuse(400, '100/2207040', 'Cannot use more than 20 tags per post.');
  if (typeof alt_text !== 'string' || alt_text.length > 1000)
    return refuseField('param alt_text is too long');
  if (
    !Array.isArray(collaborators) ||
    collaborators.length > 3 ||
    collaborators.some((name) => !isName(name))
  )
    return refuseField('param collaborators is not allowed');
  if (!/^\d+$/.test(String(location_id))) return refuseField('INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID');
  const tags = body.user_tags ?? [];
  if (!Array.isArray(tags) || tags.some((tag) => !isTag(tag, body.image_url !== undefined)))
    return refuse(400, '100/2207035', 'A tag is invalid.');
  return undefined;
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && /^[A-Za-z0-9._]{1,30}$/.test(value);
}

/** A tag in an image has a place, and a tag in a video has none. */
function isTag(tag: unknown, isImage: boolean): boolean {
  const [x, y] = [field(tag, 'x'), field(tag, 'y')];
  const hasPlace = typeof x === 'number' && typeof y === 'number';
  return isName(field(tag, 'username')) && (isImage ? hasPlace : x === undefined && y === undefined);
}
