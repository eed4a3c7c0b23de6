import { describeData, flag, list, matching, oneOf, text } from '../testing/data.ts';
import { mastodon } from './index.ts';

const MB = 1024 * 1024;
const server = text(1, 300);
const instance = { instance: 'https://social.example' };

describeData(mastodon, {
  unit: 'characters',
  limits: {
    'text.max': 500,
    'text.url_length': 23,
    'media.max': 4,
    'videos.max': 1,
    'media.mixed': false,
    'image.types': [
      ...['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
      ...['image/heic', 'image/heif', 'image/avif'],
    ],
    'video.types': ['video/mp4', 'video/webm', 'video/quicktime', 'video/ogg'],
    'image.bytes': 16 * MB,
    'video.bytes': 99 * MB,
    'image.pixels': 33_177_600,
    'video.pixels': 8_294_400,
    'video.fps': [1, 120],
    'alt.max': 1500,
  },
  settings: {
    fields: {
      visibility: oneOf('public', 'unlisted', 'private', 'direct'),
      sensitive: flag,
      spoiler_text: text(0, 10_000),
      language: matching(
        ['en', 'ger', 'pt-BR', 'zh-Hant-TW', `en${'-abcdefgh'.repeat(3)}-abcd-abcde`],
        ['', 'e', 'engl', 'EN', 'en-a', 'en_US', `en${'-abcdefgh'.repeat(3)}-abcd-abcdef`],
      ),
      quote_approval_policy: oneOf('public', 'followers', 'nobody'),
      quote: matching(
        ['https://a.example/@b/1', 'http://a/1', `https://a.example/${'x'.repeat(982)}`],
        [
          '',
          '1',
          'https://a.example',
          'https://a.example/',
          'ftp://a/1',
          `https://a.example/${'x'.repeat(983)}`,
        ],
      ),
      thread: list(50, matching(['x', 'x'.repeat(10_000)], ['', ' \n', 'x'.repeat(10_001)])),
    },
  },
  credentials: {
    fields: { instance: server, access_token: text(1, 4000) },
    required: { ...instance, access_token: 'abcd' },
  },
  signIn: { fields: { instance: server }, required: instance },
});
