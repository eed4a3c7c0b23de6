/**
 * The calls that Belfry makes, by X's OpenAPI document of its API 2.167 (2026-08-22, checked 2026-11-24):
 * https://github.com/xdevplatform/docs/blob/287132819074964da9c1c410ba02df5a06c932d3/openapi.json
 */
import { type Contract, closed, differs, listOf, only, openContract } from '../testing/contract.ts';

const id = { type: 'string', pattern: '^[0-9]{1,19}$' };
const flag = { type: 'boolean' };
const text = { type: 'string' };
const oneOf = (...values: string[]) => ({ enum: values });
const json = (schema: ReturnType<typeof closed>) => ({ 'application/json': schema });
const fields = (...names: string[]) => listOf(oneOf(...names), { minItems: 1, uniqueItems: true });
const moment = { ...text, pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{3})?Z$' };

const images = ['jpeg', 'gif', 'bmp', 'png', 'webp', 'pjpeg', 'tiff'].map((kind) => `image/${kind}`);
const videos = ['mp4', 'webm', 'mp2t', 'quicktime'].map((kind) => `video/${kind}`);
const ofPost = ['created_at', 'text', 'attachments', 'entities', 'public_metrics'];

const usualNames = differs(
  'X’s pages have this name: https://docs.x.com/x-api/fundamentals/fields (2026-11-24).',
  fields(...ofPost, 'referenced_tweets', 'note_tweet'),
);

const post = closed({
  text,
  media: closed({ media_ids: listOf(id, { minItems: 1, maxItems: 4 }) }, ['media_ids']),
  reply: closed({ in_reply_to_tweet_id: id }, ['in_reply_to_tweet_id']),
  poll: closed(
    {
      options: listOf({ ...text, minLength: 1, maxLength: 25 }, { minItems: 2, maxItems: 4 }),
      duration_minutes: { type: 'integer', minimum: 5, maximum: 10_080 },
    },
    ['options', 'duration_minutes'],
  ),
  quote_tweet_id: id,
  community_id: id,
  reply_settings: oneOf('following', 'mentionedUsers', 'subscribers', 'verified'),
  made_with_ai: flag,
  paid_partnership: flag,
  share_with_followers: flag,
  for_super_followers_only: flag,
});

const upload = closed(
  {
    media_type: only([...images, ...videos]),
    total_bytes: { type: 'integer', minimum: 0, maximum: 2 ** 34 },
    media_category: oneOf('tweet_image', 'tweet_gif', 'tweet_video'),
  },
  // The document needs none of them. X cannot tell a GIF from an image without the category.
  ['media_type', 'total_bytes', 'media_category'],
);

const captionsFile = closed({ media: text, media_category: oneOf('subtitles') }, ['media', 'media_category']);

// The document needs none of them, but says what each is for.
const subtitles = closed({ id, language_code: { ...text, pattern: '^[A-Z]{2}$' }, display_name: text }, [
  'id',
  'language_code',
  'display_name',
]);
const captions = closed({ id, media_category: oneOf('TweetVideo', 'AmplifyVideo'), subtitles }, [
  'id',
  'media_category',
  'subtitles',
]);

const altText = closed({ text: { ...text, maxLength: 1000 } }, ['text']);

const contract: Contract = {
  base: /^\/api\.x\.com/,
  operations: {
    'POST /2/tweets': { body: json(post) },
    'DELETE /2/tweets/{id}': {},
    'GET /2/tweets': {
      query: closed(
        {
          ids: listOf(id, { minItems: 1, maxItems: 100 }),
          'post.fields': fields(...ofPost),
          'tweet.fields': usualNames,
        },
        ['ids'],
      ),
    },
    'GET /2/users/me': {
      query: closed({ 'user.fields': fields('name', 'username', 'profile_image_url', 'subscription_type') }),
    },
    'GET /2/users/{id}/tweets': {
      query: closed({
        max_results: { type: 'integer', minimum: 5, maximum: 100 },
        pagination_token: { ...text, minLength: 1 },
        start_time: moment,
        since_id: id,
        until_id: id,
        'post.fields': fields(...ofPost, 'note_post'),
        expansions: fields('referenced_posts'),
        'tweet.fields': usualNames,
      }),
    },
    'POST /2/media/upload/initialize': { body: json(upload) },
    'POST /2/media/upload/{id}/append': {
      body: {
        'multipart/form-data': closed(
          { media: text, segment_index: { type: 'integer', minimum: 0, maximum: 999 } },
          ['media', 'segment_index'],
        ),
      },
    },
    'POST /2/media/upload/{id}/finalize': {},
    'GET /2/media/upload': { query: closed({ media_id: id, command: oneOf('STATUS') }, ['media_id']) },
    'POST /2/media/upload': { body: { 'multipart/form-data': captionsFile } },
    'POST /2/media/subtitles': { body: json(captions) },
    'POST /2/media/metadata': {
      body: json(closed({ id, metadata: closed({ alt_text: altText }, ['alt_text']) }, ['id', 'metadata'])),
    },
  },
  others: {
    'GET /x.com/i/oauth2/authorize': 'The page of the sign-in.',
    'POST /api.x.com/2/oauth2/token': 'OAuth 2.0, which the document does not describe.',
    'POST /api.x.com/2/oauth2/revoke': 'OAuth 2.0, which the document does not describe.',
  },
};

export const findBreaches = openContract(contract);
