import { describeData, matching, oneOf } from '../testing/data.ts';
import { sandbox } from './index.ts';

const MB = 1024 * 1024;

describeData(sandbox, {
  unit: 'graphemes',
  limits: {
    'text.max': 500,
    'media.max': 4,
    'images.max': 4,
    'videos.max': 1,
    'media.mixed': false,
    'image.types': ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    'video.types': ['video/mp4', 'video/webm', 'video/quicktime'],
    'image.bytes': MB,
    'image.side': 4096,
    'video.bytes': MB,
    'alt.max': 1000,
  },
  settings: {
    fields: {
      behaviour: oneOf('ok', 'reject', 'throttle', 'lose_reply', 'server_error', 'slow', 'reconnect'),
    },
  },
  credentials: {
    fields: {
      username: matching(
        ['a', '@a', 'Ringer_7', `@${'x'.repeat(30)}`],
        ['', '@', 'a b', 'ä', `@@a`, 'x'.repeat(31), `@${'x'.repeat(31)}`],
      ),
    },
    required: { username: 'ringer' },
  },
});
