import { describeData, flag, matching, oneOf } from '../testing/data.ts';
import { youtube } from './index.ts';

describeData(youtube, {
  unit: 'bytes',
  limits: {
    'text.max': 5000,
    'media.min': 1,
    'media.max': 1,
    'images.max': 0,
    'videos.max': 1,
    'video.bytes': 256e9,
    'video.seconds': 43_200,
    'image.types': ['image/jpeg', 'image/png'],
    'image.bytes': 50e6,
  },
  settings: {
    fields: {
      made_for_kids: flag,
      title: matching(['x', 'x'.repeat(100)], ['', ' ', 'x'.repeat(101)]),
      visibility: oneOf('public', 'unlisted', 'private'),
      category_id: matching(['1', '9999'], ['', 'x', '10000']),
      tags: {
        fits: [[], ['x'.repeat(100)], Array.from({ length: 100 }, (_, at) => `tag ${at}`)],
        exceeds: [
          Array.from({ length: 101 }, (_, at) => `tag ${at}`),
          ['x'.repeat(101)],
          ['a', 'a'],
          [' '],
          [7],
          'tag',
        ],
      },
      default_language: matching(
        ['en', 'ger', 'zh-Hant-TW', `en${'-abcdefgh'.repeat(4)}-a`],
        ['e', 'engl', 'en-', `en${'-abcdefgh'.repeat(4)}-ab`],
      ),
      license: oneOf('youtube', 'creativeCommon'),
      playlist_id: matching(['P', 'x'.repeat(64)], ['', 'a b', 'x&y=z', 'x'.repeat(65)]),
      first_comment: matching(['x', 'x'.repeat(10_000)], ['', ' ', 'x'.repeat(10_001)]),
      cover: { fits: [1, 2 ** 31], exceeds: [0, 1.5, '1', null] },
      contains_synthetic_media: flag,
      paid_product_placement: flag,
      notify_subscribers: flag,
      embeddable: flag,
      public_stats_viewable: flag,
    },
    required: { made_for_kids: false },
  },
  signIn: { fields: {} },
});
