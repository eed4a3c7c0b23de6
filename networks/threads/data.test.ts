import { describeData, flag, matching, oneOf } from '../testing/data.ts';
import { threads } from './index.ts';

const id = matching(['1', '9'.repeat(30)], ['', 'x', '1a', '9'.repeat(31)]);
const secret = { fits: ['x', 'x'.repeat(300)], exceeds: ['', 'x'.repeat(301), 7, null] };
const poll = (...options: unknown[]) => ({ options });

describeData(threads, {
  unit: 'weighted',
  limits: {
    'text.max': 500,
    'media.max': 20,
    'image.types': ['image/jpeg', 'image/png'],
    'image.bytes': 8e6,
    'image.ratio': [0.1, 10],
    'video.types': ['video/mp4', 'video/quicktime'],
    'video.bytes': 1e9,
    'video.seconds': 300,
    'video.fps': [23, 60],
    'video.ratio': [0.01, 10],
    'video.codecs': ['avc', 'hevc'],
    'audio.codecs': ['aac'],
    'alt.max': 1000,
  },
  settings: {
    fields: {
      thread: {
        fits: [[], Array(50).fill('x'), [{ text: '', media_ids: [1, 2] }]],
        exceeds: [Array(51).fill('x'), [''], [{ media_ids: [1] }], 'x', null],
      },
      topic_tag: matching(['x', 'Bell ringing', 'x'.repeat(50)], ['', ' ', 'a.b', 'a&b', 'x'.repeat(51)]),
      link: matching(
        ['https://example.com', 'http://a.b/c?d'],
        ['', 'example.com', 'javascript:1', 'https:// x'],
      ),
      poll: {
        fits: [poll('a', 'b'), poll('x'.repeat(25), 'b', 'c', 'd')],
        exceeds: [
          ...[{}, poll(), poll('a'), poll('a', ''), poll('a', ' '), poll('a', 'x'.repeat(26))],
          ...[poll('a', 'b', 'c', 'd', 'e'), { ...poll('a', 'b'), duration_minutes: 60 }, null],
        ],
      },
      quote: id,
      location: id,
      reply_control: oneOf(
        ...['everyone', 'accounts_you_follow', 'mentioned_only'],
        ...['parent_post_author_only', 'followers_only'],
      ),
      is_spoiler: flag,
      first_comment: matching(['x', 'x'.repeat(10_000)], ['', ' ', 'x'.repeat(10_001)]),
    },
  },
  signIn: { fields: {} },
  app: {
    fields: {
      threads_app_id: id,
      threads_app_secret: secret,
      facebook_app_id: { fits: [], exceeds: [] },
      facebook_app_secret: { fits: [], exceeds: [] },
      instagram_app_id: { fits: [], exceeds: [] },
      instagram_app_secret: { fits: [], exceeds: [] },
      products: { fits: [['locations']], exceeds: [['another']] },
      tier: { fits: ['development', 'live'], exceeds: ['trial'] },
      graph_version: { fits: ['v25.0'], exceeds: ['25'] },
    },
    required: { threads_app_id: '1', threads_app_secret: 'x' },
  },
});
