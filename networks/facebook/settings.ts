/** The settings of a post. */
import type { JsonSchema, ValueOf } from '../core/json.ts';
import { vocabulary } from '../core/vocabulary.ts';

export const settingsSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    format: {
      ...vocabulary.format,
      description:
        'Feed: a text, a link, photos or a video. Reel: an upright video of 3 to 90 seconds. Story: each file is a story of 24 hours.',
      enum: ['feed', 'reel', 'story'],
      default: 'feed',
    },
    link: vocabulary.link,
    title: { ...vocabulary.title, description: 'Title of a video or reel.', maxLength: 255 },
    cover: { ...vocabulary.cover, description: 'An image that is shown before the video or reel plays.' },
    location: {
      ...vocabulary.location,
      description: 'Id of a Facebook Page that has an address.',
      pattern: '^[0-9]{1,30}$',
    },
    first_comment: { ...vocabulary.first_comment, maxLength: 8000 },
  },
} as const satisfies JsonSchema;

export type Settings = ValueOf<typeof settingsSchema>;
