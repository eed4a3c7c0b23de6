import { describeData, flag, list, matching, number, oneOf, text } from '../testing/data.ts';
import { ownToken } from './fake.ts';
import { telegram } from './index.ts';

const MB = 1024 * 1024;
const poll = { question: 'When?', options: ['Now', 'Never'] };
const url = 'https://a.example/';
const token = matching(
  [ownToken, ` ${ownToken}\n`, `12345:${'x'.repeat(30)}`],
  ['', '12345', `1234:${'x'.repeat(35)}`, `12345:${'x'.repeat(29)}`, `12345:${'/'.repeat(35)}`],
);

describeData(telegram, {
  unit: 'characters',
  limits: {
    'text.max': 4096,
    'media.max': 10,
    'image.types': ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
    'video.types': ['video/mp4'],
    'image.bytes': 10 * MB,
    'animated.bytes': 50 * MB,
    'video.bytes': 50 * MB,
  },
  settings: {
    fields: {
      parse_mode: oneOf('none', 'HTML'),
      silent: flag,
      protect_content: flag,
      link_preview: oneOf('default', 'off', 'small', 'large', 'above'),
      spoiler: flag,
      caption_above: flag,
      message_thread_id: number(1, 2_147_483_647),
      reply_to: number(1, 2_147_483_647),
      buttons: list(10, {
        fits: [{ text: 'x'.repeat(64), url }],
        exceeds: [
          { text: 'x'.repeat(65), url },
          { text: ' ', url },
          { text: 'x', url: 'tg://resolve' },
          { text: 'x' },
          { url },
          { text: 'x', url, other: 1 },
        ],
      }),
      pin: flag,
      poll: {
        fits: [
          { ...poll, question: 'x'.repeat(300) },
          { ...poll, options: Array(12).fill('x'.repeat(100)) },
          { ...poll, duration_minutes: 1, is_multiple: true },
          { ...poll, duration_minutes: 43_200 },
        ],
        exceeds: [
          { question: 'When?' },
          { options: ['Now', 'Never'] },
          { ...poll, question: ' ' },
          { ...poll, question: 'x'.repeat(301) },
          { ...poll, options: ['x'] },
          { ...poll, options: Array(13).fill('x') },
          { ...poll, options: ['x', 'x'.repeat(101)] },
          { ...poll, options: ['x', ' '] },
          { ...poll, duration_minutes: 0 },
          { ...poll, duration_minutes: 43_201 },
          { ...poll, is_multiple: 1 },
          { ...poll, other: 1 },
        ],
      },
      thread: list(50, matching(['x', 'x'.repeat(100_000)], ['', ' ', 'x'.repeat(100_001)])),
    },
  },
  credentials: {
    fields: { bot_token: token, chat: text(1, 100) },
    required: { bot_token: ownToken, chat: '@townbells' },
  },
  signIn: { fields: {} },
  app: { fields: { bot_token: token }, required: { bot_token: ownToken } },
});
