import { describeData, matching, oneOf } from '../testing/data.ts';
import { facebook } from './index.ts';

const id = matching(['1', '9'.repeat(30)], ['', 'x', '1a', '9'.repeat(31)]);
const secret = { fits: ['x', 'x'.repeat(300)], exceeds: ['', 'x'.repeat(301), 7, null] };
const short = (most: number) => matching(['x', 'x'.repeat(most)], ['', ' ', 'x'.repeat(most + 1)]);

describeData(facebook, {
  unit: 'utf16',
  limits: {
    'text.max': 63_206,
    'media.max': 10,
    'videos.max': 1,
    'media.mixed': false,
    'image.types': ['image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'image/tiff'],
    'image.bytes': 1e7,
    'video.types': ['video/mp4', 'video/quicktime'],
    'video.bytes': 2e9,
    'video.min_seconds': 1,
    'video.seconds': 2400,
    'alt.max': 1000,
  },
  formats: {
    feed: {},
    video: { 'media.max': 1 },
    reel: {
      'media.min': 1,
      'media.max': 1,
      'images.max': 0,
      'video.min_seconds': 3,
      'video.seconds': 90,
      'video.min_side': 540,
      'video.fps': [24, 60],
      'video.codecs': ['avc', 'hevc', 'vp9', 'av1'],
    },
    story: {
      'media.min': 1,
      'videos.max': 10,
      'media.mixed': true,
      'video.min_seconds': 3,
      'video.seconds': 60,
      'image.bytes': 4_000_000,
      'video.min_side': 540,
      'video.fps': [24, 60],
    },
  },
  settings: {
    fields: {
      format: oneOf('feed', 'reel', 'story'),
      link: matching(
        ['https://a.example', `http://a.example/${'x'.repeat(1983)}`],
        ['', 'a.example', 'ftp://a.example', 'https://a b', `http://a.example/${'x'.repeat(1984)}`],
      ),
      title: short(255),
      cover: { fits: [1, 2 ** 31], exceeds: [0, 1.5, '1', null] },
      location: id,
      first_comment: short(8000),
    },
  },
  signIn: { fields: {} },
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
      tier: { fits: ['development', 'live'], exceeds: ['trial'] },
      graph_version: matching(['v1.0', 'v25.0', 'v100.10'], ['', '25.0', 'v25', 'v25.0/x']),
    },
    required: { facebook_app_id: '1', facebook_app_secret: 'x' },
  },
});
