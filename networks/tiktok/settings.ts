/**
 * The settings of a post on TikTok (2026-11-22): https://developers.tiktok.com/doc/content-posting-api-reference-direct-post,
 * https://developers.tiktok.com/doc/content-posting-api-reference-photo-post. TikTok's guidelines demand that a person
 * chooses the visibility and declares advertising anew for each post, and that interactions are off until they allow them:
 * https://developers.tiktok.com/doc/content-sharing-guidelines
 */
import type { JsonSchema, ValueOf } from '../core/json.ts';
import { flag, vocabulary } from '../core/vocabulary.ts';

/** What people call the values of `privacy_level`. */
export const visibilities = {
  PUBLIC_TO_EVERYONE: 'Public',
  MUTUAL_FOLLOW_FRIENDS: 'Friends',
  FOLLOWER_OF_CREATOR: 'Followers',
  SELF_ONLY: 'Only the account itself',
} as const;

const off = { type: 'boolean', default: true } as const;

export const settings = {
  type: 'object',
  additionalProperties: false,
  properties: {
    consent: {
      ...vocabulary.consent,
      description:
        'By posting, you agree to TikTok’s Music Usage Confirmation, and for a paid partnership to its Branded Content Policy.',
    },
    post_mode: {
      type: 'string',
      title: 'Way of publishing',
      'x-code': 'post_mode',
      description:
        'Publish at once, or send a draft to the inbox of the account, which a person finishes in the app.',
      enum: ['DIRECT_POST', 'MEDIA_UPLOAD'],
      default: 'DIRECT_POST',
    },
    privacy_level: {
      ...vocabulary.visibility,
      description: 'Who can see the post. TikTok offers each account some of these.',
      enum: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'],
      'x-belfry': 'options',
    },
    paid_partnership: {
      type: 'boolean',
      title: 'Paid partnership',
      'x-code': 'paid_partnership',
      description: 'The post is advertising that somebody else pays for.',
    },
    own_brand: {
      type: 'boolean',
      title: 'Your brand',
      'x-code': 'own_brand',
      description: 'The post is advertising for the account’s own business.',
    },
    disable_comment: { ...off, title: 'No comments', 'x-code': 'no_comments' },
    disable_duet: { ...off, title: 'No duets', 'x-code': 'no_duets', description: 'Videos only.' },
    disable_stitch: { ...off, title: 'No stitches', 'x-code': 'no_stitches', description: 'Videos only.' },
    made_with_ai: flag('Made with AI', 'made_with_ai', 'The video was made by software. Videos only.'),
    cover_at_ms: vocabulary.cover_at_ms,
    title: { ...vocabulary.title, description: 'Shown above the text. Photos only.', maxLength: 90 },
    photo_cover_index: {
      type: 'integer',
      title: 'Cover photo',
      'x-code': 'cover_photo',
      description: 'The place of the photo that is shown first, from 0. Photos only.',
      minimum: 0,
      maximum: 34,
      default: 0,
    },
    auto_add_music: flag(
      'Add music',
      'add_music',
      'TikTok chooses music, which the account can change later. Photos only.',
    ),
  },
  required: ['consent'],
  // The person who finishes a draft chooses these in the app.
  if: { properties: { post_mode: { const: 'MEDIA_UPLOAD' } }, required: ['post_mode'] },
  else: { required: ['privacy_level', 'paid_partnership', 'own_brand'] },
} as const satisfies JsonSchema;

export type Settings = ValueOf<Omit<typeof settings, 'if' | 'else'>>;

export function isDraft({ post_mode }: { readonly post_mode?: unknown }): boolean {
  return post_mode === 'MEDIA_UPLOAD';
}
