/** The settings of a video, and the resource that YouTube makes of them. */
import { type JsonObject, type JsonSchema, textField } from '../core/json.ts';
import { vocabulary } from '../core/vocabulary.ts';

/** A target's `settings`, after the schema below accepted them. Absent flags have their defaults. */
export interface Settings {
  title: string | undefined;
  visibility: Visibility;
  category: string;
  tags: string[];
  language: string | undefined;
  license: 'youtube' | 'creativeCommon';
  playlist: string | undefined;
  firstComment: string | undefined;
  isMadeForKids: boolean;
  isSynthetic: boolean;
  isPaidPromotion: boolean;
  isEmbeddable: boolean;
  hasPublicCounts: boolean;
  notifiesSubscribers: boolean;
}

export type Visibility = 'public' | 'unlisted' | 'private';

/** UTF-16 units. Whether YouTube counts these or code points is not documented; these are never fewer. */
export const maxTitle = 100;

export const settingsSchema: JsonSchema = {
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
    contains_synthetic_media: flag(
      'Altered or synthetic',
      'synthetic_media',
      'The video shows realistic scenes that were altered or made by software.',
    ),
    paid_product_placement: flag('Paid promotion', 'paid_promotion', 'The video contains paid promotion.'),
    notify_subscribers: flag('Notify subscribers', 'notify_subscribers', undefined, true),
    embeddable: flag('Embeddable', 'embeddable', 'Other sites may show the video.', true),
    public_stats_viewable: flag('Public counts', 'public_counts', 'Everybody sees the counts.', true),
  },
  required: ['made_for_kids'],
};

function flag(title: string, code: string, description: string | undefined, byDefault = false): JsonSchema {
  const schema = { type: 'boolean', title, 'x-code': code, default: byDefault };
  return description === undefined ? schema : { ...schema, description };
}

/** Reads settings that may be an unchecked draft: a value of another type counts as absent. */
export function readSettings(settings: JsonObject): Settings {
  const visibility = textField(settings, 'visibility');
  return {
    title: textField(settings, 'title'),
    visibility: visibility === 'unlisted' || visibility === 'private' ? visibility : 'public',
    category: textField(settings, 'category_id') ?? '22',
    tags: readTexts(settings.tags),
    language: textField(settings, 'default_language'),
    license: settings.license === 'creativeCommon' ? 'creativeCommon' : 'youtube',
    playlist: textField(settings, 'playlist_id'),
    firstComment: textField(settings, 'first_comment'),
    isMadeForKids: settings.made_for_kids === true,
    isSynthetic: settings.contains_synthetic_media === true,
    isPaidPromotion: settings.paid_product_placement === true,
    isEmbeddable: settings.embeddable !== false,
    hasPublicCounts: settings.public_stats_viewable !== false,
    notifiesSubscribers: settings.notify_subscribers !== false,
  };
}

/** The title, or what the first line of the text gives for it; may be empty. */
export function titleOf(text: string, { title }: Settings): string {
  if (title !== undefined) return title;
  const [line = ''] = text.trimStart().split('\n', 1);
  const plain = line.replace(/[<>]/g, '').trim();
  return plain
    .slice(0, maxTitle)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trim();
}

/** https://developers.google.com/youtube/v3/docs/videos (2026-11-21) */
export function composeVideo(text: string, settings: Settings): JsonObject {
  const { tags, language, isPaidPromotion } = settings;
  return {
    snippet: {
      title: titleOf(text, settings),
      description: text,
      categoryId: settings.category,
      ...(tags.length > 0 && { tags }),
      ...(language !== undefined && { defaultLanguage: language }),
    },
    status: {
      privacyStatus: settings.visibility,
      selfDeclaredMadeForKids: settings.isMadeForKids,
      containsSyntheticMedia: settings.isSynthetic,
      license: settings.license,
      embeddable: settings.isEmbeddable,
      publicStatsViewable: settings.hasPublicCounts,
    },
    ...(isPaidPromotion && { paidProductPlacementDetails: { hasPaidProductPlacement: true } }),
  };
}

function readTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
