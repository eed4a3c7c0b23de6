import { describeData, flag, list, matching, number, oneOf } from '../testing/data.ts';
import { instagram } from './index.ts';

const id = matching(['1', '9'.repeat(30)], ['', 'x', '1a', '9'.repeat(31)]);
const secret = { fits: ['x', 'x'.repeat(300)], exceeds: ['', 'x'.repeat(301), 7, null] };

describeData(instagram, {
  unit: 'utf16',
  limits: {
    'text.max': 2200,
    'text.hashtags': 30,
    'text.mentions': 20,
    'media.min': 1,
    'media.max': 10,
    'image.types': ['image/jpeg'],
    'image.bytes': 8e6,
    'video.types': ['video/mp4', 'video/quicktime'],
    'video.bytes': 3e8,
    'video.seconds': 900,
    'video.fps': [23, 60],
    'video.codecs': ['avc', 'hevc'],
    'audio.codecs': ['aac'],
    'alt.max': 1000,
  },
  formats: {
    feed: { 'image.ratio': [0.8, 1.91] },
    carousel: {
      'media.min': 2,
      'image.ratio': [0.8, 1.91],
      'video.min_seconds': 3,
      'video.seconds': 60,
      'video.ratio': [0.01, 10],
    },
    reel: { 'media.max': 1, 'images.max': 0, 'video.min_seconds': 3, 'video.ratio': [0.01, 10] },
    story: {
      'video.bytes': 1e8,
      'video.min_seconds': 3,
      'video.seconds': 60,
      'video.ratio': [0.1, 10],
    },
  },
  settings: {
    fields: {
      format: oneOf('feed', 'reel', 'story'),
      share_to_feed: flag,
      cover: { fits: [1, 2 ** 31], exceeds: [0, 1.5, '1', null] },
      cover_at_ms: number(0, 86_400_000),
      audio_name: matching(['x', 'x'.repeat(100)], ['', ' ', 'x'.repeat(101)]),
      trial: oneOf('manual', 'performance'),
      collaborators: list(
        3,
        matching(['bell', '@bell.1_x', 'x'.repeat(30)], ['', '@', 'a b', 'bell-1', 'x'.repeat(31)]),
        true,
      ),
      user_tags: list(20, {
        fits: [
          { username: 'ada' },
          ...[0, 1].map((at) => ({ username: '@ada', x: at, y: at, media: 100 * at })),
        ],
        exceeds: [
          ...[{}, { username: 'a b' }, { username: 'ada', x: -0.1 }, { username: 'ada', y: 1.1 }],
          ...[
            { username: 'ada', media: -1 },
            { username: 'ada', media: 101 },
            { username: 'ada', z: 1 },
          ],
        ],
      }),
      location: id,
      is_ai_generated: flag,
      first_comment: matching(['x', 'x'.repeat(2200)], ['', ' ', 'x'.repeat(2201)]),
      comments_enabled: flag,
    },
  },
  signIn: { fields: { via: oneOf('facebook', 'instagram') } },
  app: {
    fields: {
      facebook_app_id: id,
      facebook_app_secret: secret,
      instagram_app_id: { fits: [], exceeds: [] },
      instagram_app_secret: { fits: [], exceeds: [] },
      threads_app_id: { fits: [], exceeds: [] },
      threads_app_secret: { fits: [], exceeds: [] },
      products: {
        fits: [[], ['comments', 'insights', 'removal', 'business', 'ads', 'locations']],
        exceeds: [['another'], ['comments', 'comments'], 'comments'],
      },
      tier: oneOf('development', 'live'),
      graph_version: matching(['v1.0', 'v25.0', 'v100.10'], ['', '25.0', 'v25', 'v25.0/x']),
    },
    required: { facebook_app_id: '1', facebook_app_secret: 'x' },
  },
});
