import { describeData, flag, list, matching, oneOf, text } from '../testing/data.ts';
import { bluesky } from './index.ts';

const server = text(1, 300);
const url = 'https://a.example/';
const card = { url, title: 'A page' };

const longestTag = `eng-abc-Latn-US${'-abcdefgh'.repeat(2)}`;

describeData(bluesky, {
  unit: 'graphemes',
  limits: {
    'text.max': 300,
    'text.max_bytes': 3000,
    'media.max': 10,
    'images.max': 10,
    'videos.max': 1,
    'media.mixed': false,
    'image.types': ['image/jpeg', 'image/png', 'image/webp'],
    'image.bytes': 2_000_000,
    'video.types': ['video/mp4', 'video/mpeg', 'video/webm', 'video/quicktime'],
    'video.bytes': 300_000_000,
    'video.seconds': 600,
    'alt.max': 2000,
  },
  settings: {
    fields: {
      langs: list(
        3,
        matching(
          [
            'en',
            'ger',
            'pt-BR',
            'zh-Hant-TW',
            'es-419',
            'zh-yue-HK',
            'de-CH-1901',
            'sl-rozaj-biske',
            longestTag,
          ],
          [
            ...['', 'e', 'engl', 'en-', 'en_US', 'en-1', 'en-a', 'de-DE-Latn', 'en-12', 'en-abcde1234'],
            `${longestTag}-abcdefgh`,
          ],
        ),
        true,
      ),
      labels: list(4, oneOf('sexual', 'nudity', 'porn', 'graphic-media'), true),
      tags: list(
        8,
        matching(
          ['bell', 'x'.repeat(64), 'a', 'b', 'c', 'd', 'e', 'f', 'g'],
          ['', '#bell', 'two words', 'x'.repeat(65)],
        ),
        true,
      ),
      reply_gate: {
        fits: [
          'everyone',
          'nobody',
          ...['mention', 'follower', 'following'].map((rule) => ({ [rule]: true })),
        ],
        exceeds: [
          'friends',
          {},
          { mention: 'yes' },
          { follower: 1 },
          { following: null },
          { other: true },
          null,
        ],
      },
      disable_quotes: flag,
      link_card: {
        fits: [
          card,
          { ...card, url: url + 'x'.repeat(4000 - url.length) },
          { ...card, url: 'http://a' },
          { ...card, title: 'x'.repeat(300) },
          { ...card, description: 'x'.repeat(1000) },
          { ...card, description: '' },
        ],
        exceeds: [
          { url },
          { title: 'A page' },
          { ...card, url: url + 'x'.repeat(4001 - url.length) },
          { ...card, url: 'ftp://a.example' },
          { ...card, url: 7 },
          { ...card, title: '' },
          { ...card, title: 7 },
          { ...card, title: 'x'.repeat(301) },
          { ...card, description: 7 },
          { ...card, description: 'x'.repeat(1001) },
          { ...card, other: 1 },
          url,
        ],
      },
      quote: matching(
        [
          'https://bsky.app/profile/alice.test/post/3lbell',
          'https://bsky.app/profile/did:plc:abc/post/3lbell/?ref=1',
          'at://did:plc:abc/app.bsky.feed.post/3lbell',
          'at://alice.test/app.bsky.feed.post/3lbell',
          `https://bsky.app/profile/a.test/post/${'x'.repeat(1000 - 37)}`,
        ],
        [
          ...['', '3lbell', 'https://bsky.app/profile/alice.test', 'http://bsky.app/profile/a.test/post/3'],
          ...['https://example.com/profile/a.test/post/3', 'at://did:plc:abc/app.bsky.feed.like/3lbell'],
          `https://bsky.app/profile/a.test/post/${'x'.repeat(1000)}`,
        ],
      ),
      thread: list(24, text(1, 10_000)),
    },
  },
  credentials: {
    fields: { identifier: server, app_password: text(1, 500), service: text(0, 300) },
    required: { identifier: 'alice.test', app_password: 'abcd' },
  },
});
