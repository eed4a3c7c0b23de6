/** The settings of a video, and the resource that YouTube makes of them. */
import type { JsonObject, JsonSchema, ValueOf } from '../core/json.ts';
import { cutText } from '../core/text.ts';
import { flag, vocabulary } from '../core/vocabulary.ts';

/** A setting that is on by default. */
const on = <Title extends string, Code extends string>(title: Title, code: Code, description?: string) =>
  ({ type: 'boolean', title, 'x-code': code, ...(description && { description }), default: true }) as const;

/** UTF-16 units. Whether YouTube counts these or code points is not documented; these are never fewer. */
export const maxTitle = 100;

export const settingsSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    made_for_kids: {
      type: 'boolean',
      title: 'Made for kids',
      'x-code': 'made_for_kids',
      description: 'Whether the video is made for children. The law demands an answer for each video.',
    },
    title: {
      ...vocabulary.title,
      description: 'Without a value, the first line of the text. The whole text is the description.',
      maxLength: maxTitle,
    },
    visibility: {
      ...vocabulary.visibility,
      enum: ['public', 'unlisted', 'private'],
      default: 'public',
    },
    category_id: {
      type: 'string',
      title: 'Category',
      'x-code': 'category',
      'x-belfry': 'options',
      description: 'YouTube’s id of the category. 22 is “People & Blogs”.',
      maxLength: 4,
      pattern: '^[0-9]{1,4}$',
      default: '22',
    },
    tags: {
      type: 'array',
      title: 'Tags',
      'x-code': 'tags',
      items: { type: 'string', maxLength: 100, pattern: '\\S' },
      maxItems: 100,
      uniqueItems: true,
    },
    default_language: {
      type: 'string',
      title: 'Language',
      'x-code': 'language',
      description: 'Language of title and description, as a BCP 47 tag such as “en”.',
      maxLength: 40,
      pattern: '^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{1,8})*$',
    },
    license: {
      type: 'string',
      title: 'Licence',
      'x-code': 'licence',
      enum: ['youtube', 'creativeCommon'],
      default: 'youtube',
    },
    playlist_id: {
      type: 'string',
      title: 'Playlist',
      'x-code': 'playlist',
      'x-belfry': 'options',
      description: 'Id of a playlist of the channel, to which the video is added.',
      maxLength: 64,
      pattern: '^[A-Za-z0-9_-]+$',
    },
    first_comment: {
      type: 'string',
      title: 'First comment',
      'x-code': 'first_comment',
      maxLength: 10_000,
      pattern: '\\S',
    },
    cover: {
      ...vocabulary.cover,
      description:
        'An image that is shown before the video plays. Without a value, YouTube takes a picture of the video.',
    },
    contains_synthetic_media: flag(
      'Altered or synthetic',
      'synthetic_media',
      'The video shows realistic scenes that were altered or made by software.',
    ),
    paid_product_placement: flag('Paid promotion', 'paid_promotion', 'The video contains paid promotion.'),
    notify_subscribers: on('Notify subscribers', 'notify_subscribers'),
    embeddable: on('Embeddable', 'embeddable', 'Other sites may show the video.'),
    public_stats_viewable: on('Public counts', 'public_counts', 'Everybody sees the counts.'),
  },
  required: ['made_for_kids'],
} as const satisfies JsonSchema;

export type Settings = ValueOf<typeof settingsSchema>;
export type Visibility = NonNullable<Settings['visibility']>;

/** The title, or what the first line of the text gives for it; may be empty. */
export function titleOf(text: string, title: string | undefined): string {
  if (title !== undefined) return title;
  const [line = ''] = text.trimStart().split('\n', 1);
  const plain = line.replace(/[<>]/g, '').trim();
  return cutText(plain, maxTitle).trim();
}

/** https://developers.google.com/youtube/v3/docs/videos (2026-11-21) */
export function composeVideo(text: string, settings: Settings): JsonObject {
  const { tags = [], default_language: language, paid_product_placement: isPaidPromotion } = settings;
  return {
    snippet: {
      title: titleOf(text, settings.title),
      description: text,
      categoryId: settings.category_id ?? '22',
      ...(tags.length > 0 && { tags: [...tags] }),
      ...(language !== undefined && { defaultLanguage: language }),
    },
    status: {
      privacyStatus: visibilityOf(settings),
      selfDeclaredMadeForKids: settings.made_for_kids,
      containsSyntheticMedia: settings.contains_synthetic_media ?? false,
      license: settings.license ?? 'youtube',
      embeddable: settings.embeddable ?? true,
      publicStatsViewable: settings.public_stats_viewable ?? true,
    },
    ...(isPaidPromotion && { paidProductPlacementDetails: { hasPaidProductPlacement: true } }),
  };
}

export function visibilityOf({ visibility = 'public' }: Settings): Visibility {
  return visibility;
}
