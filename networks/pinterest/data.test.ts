import { describeData, matching, number, oneOf, text } from '../testing/data.ts';
import { pinterest } from './index.ts';

const id = matching(['1', '9'.repeat(30)], ['', 'x', '-1', '1'.repeat(31)]);

describeData(pinterest, {
  unit: 'characters',
  limits: {
    'text.max': 800,
    'media.min': 1,
    'media.max': 5,
    'images.max': 5,
    'videos.max': 1,
    'media.mixed': false,
    'image.types': ['image/jpeg', 'image/png'],
    'image.bytes': 20e6,
    'video.types': ['video/mp4', 'video/quicktime', 'video/x-m4v'],
    'video.bytes': 2e9,
    'video.min_seconds': 4,
    'video.seconds': 900,
    'video.ratio': [0.5, 1.91],
    'video.codecs': ['avc', 'hevc'],
    'alt.max': 500,
  },
  settings: {
    fields: {
      board_id: id,
      board_section_id: id,
      title: text(1, 100),
      link: matching(
        ['https://a.b', 'http://a', `https://a/${'x'.repeat(2038)}`],
        ['', 'a.b', 'ftp://a.b', 'javascript:alert(1)', `https://a/${'x'.repeat(2039)}`],
      ),
      cover: { fits: [1, Number.MAX_SAFE_INTEGER], exceeds: [0, 1.5, '1', null] },
      cover_at_ms: number(0, 86_400_000),
      dominant_color: matching(['#6E7874', '#ffffff'], ['6E7874', '#fff', '#6E787', '#6E78740', '#GGGGGG']),
    },
    required: { board_id: '1' },
  },
  signIn: { fields: {} },
  app: {
    fields: { client_id: text(1, 300), client_secret: text(1, 300), tier: oneOf('trial', 'standard') },
    required: { client_id: 'id', client_secret: 'secret', tier: 'trial' },
  },
});
