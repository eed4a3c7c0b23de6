import { describeData, flag, matching, oneOf, text } from '../testing/data.ts';
import { x } from './index.ts';

const MiB = 1_048_576;
const id = matching(['1', '9'.repeat(19)], ['', 'x', '1'.repeat(20), '-1']);
const poll = (options: unknown, duration_minutes: unknown = 60) => ({ options, duration_minutes });

describeData(x, {
  unit: 'weighted',
  limits: {
    'text.max': 280,
    'text.url_length': 23,
    'media.max': 4,
    'images.max': 4,
    'videos.max': 1,
    'media.mixed': false,
    'image.types': ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    'image.bytes': 5 * MiB,
    'animated.bytes': 15 * MiB,
    'animated.frames': 350,
    'animated.pixels': 300_000_000,
    'image.side': 8192,
    'video.types': ['video/mp4', 'video/quicktime'],
    'video.bytes': 8192 * MiB,
    'video.min_seconds': 0.5,
    'video.seconds': 1200,
    'video.fps': [1, 60],
    'video.min_side': 32,
    'video.side': 1280,
    'video.ratio': [1 / 3, 3],
    'video.codecs': ['avc'],
    'audio.codecs': ['aac'],
    'alt.max': 1000,
  },
  settings: {
    fields: {
      thread: {
        fits: [
          [],
          ['a'],
          [{ text: 'a' }],
          [{ text: '', media_ids: [1, 2] }],
          Array.from({ length: 50 }, () => 'a'),
        ],
        exceeds: [
          Array.from({ length: 51 }, () => 'a'),
          [' '],
          [{}],
          [{ text: 'a', other: 1 }],
          [7],
          'a',
          null,
        ],
      },
      poll: {
        fits: [
          poll(['a', 'b']),
          poll(['a', 'b', 'c', 'x'.repeat(25)]),
          poll(['a', 'b'], 5),
          poll(['a', 'b'], 10_080),
        ],
        exceeds: [
          ...[['a'], ['a', 'b', 'c', 'd', 'e'], ['a', ''], ['a', ' '], ['a', 'x'.repeat(26)]].map((options) =>
            poll(options),
          ),
          ...[4, 10_081, 5.5, '5', null].map((minutes) => poll(['a', 'b'], minutes)),
          { options: ['a', 'b'] },
          { duration_minutes: 60 },
          { ...poll(['a', 'b']), question: 'Well?' },
        ],
      },
      quote: id,
      first_comment: text(1, 10_000),
      reply_settings: oneOf('everyone', 'following', 'mentionedUsers', 'subscribers', 'verified'),
      made_with_ai: flag,
      paid_partnership: flag,
      community_id: id,
      share_with_followers: flag,
      for_super_followers_only: flag,
    },
  },
  signIn: { fields: {} },
  app: {
    fields: { client_id: text(1, 300), client_secret: text(1, 300), long_posts: flag },
    required: { client_id: 'id', client_secret: 'secret' },
  },
});
