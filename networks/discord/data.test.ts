import { describeData, flag, list, matching, oneOf, text } from '../testing/data.ts';
import { discord } from './index.ts';

const MB = 1024 * 1024;
const id = matching(['1'.repeat(15), '1'.repeat(20)], ['1'.repeat(14), '1'.repeat(21), 'x'.repeat(18)]);
const ids = ['1', '2', '3', '4', '5'].map((digit) => digit.repeat(18));
const poll = { question: 'When?', options: ['Now'] };

describeData(discord, {
  unit: 'characters',
  limits: {
    'text.max': 2000,
    'media.max': 10,
    'image.types': ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    'image.bytes': 10 * MB,
    'video.bytes': 10 * MB,
    'alt.max': 1024,
  },
  settings: {
    fields: {
      title: matching(['x', 'x'.repeat(100)], ['', ' ', 'x'.repeat(101)]),
      applied_tags: list(5, { fits: ids, exceeds: id.exceeds }, true),
      thread_id: id,
      reply_to: id,
      mentions: oneOf('none', 'users', 'roles', 'everyone'),
      silent: flag,
      suppress_embeds: flag,
      spoiler: flag,
      crosspost: flag,
      poll: {
        fits: [
          { ...poll, question: 'x'.repeat(300) },
          { ...poll, options: Array(10).fill('x'.repeat(55)) },
          { ...poll, duration_minutes: 60, is_multiple: true },
          { ...poll, duration_minutes: 46_080, is_multiple: false },
        ],
        exceeds: [
          { question: 'When?' },
          { options: ['Now'] },
          { ...poll, question: ' ' },
          { ...poll, question: 'x'.repeat(301) },
          { ...poll, options: [] },
          { ...poll, options: Array(11).fill('x') },
          { ...poll, options: ['x'.repeat(56)] },
          { ...poll, options: [' '] },
          { ...poll, duration_minutes: 59 },
          { ...poll, duration_minutes: 90 },
          { ...poll, duration_minutes: 46_140 },
          { ...poll, is_multiple: 1 },
          { ...poll, other: 1 },
          'When?',
        ],
      },
      thread: list(50, matching(['x', 'x'.repeat(10_000)], ['', ' ', 'x'.repeat(10_001)])),
    },
  },
  signIn: { fields: {} },
  app: {
    fields: { client_id: text(1, 300), client_secret: text(1, 300), bot_token: text(1, 300) },
    required: { client_id: '1', client_secret: 's', bot_token: 't' },
  },
});
