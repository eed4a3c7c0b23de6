import { describeData, flag, matching, number, oneOf, text } from '../testing/data.ts';
import { discordWebhook } from './index.ts';

const MB = 1024 * 1024;
const id = matching(['1'.repeat(15), '1'.repeat(20)], ['1'.repeat(14), '1'.repeat(21), 'x'.repeat(18)]);
const url = 'https://a.example/';

const poll = { question: 'When?', options: ['Now'] };

describeData(discordWebhook, {
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
      applied_tags: {
        fits: [[], ['1', '2', '3', '4', '5'].map((digit) => digit.repeat(18))],
        exceeds: [
          ['1', '2', '3', '4', '5', '6'].map((digit) => digit.repeat(18)),
          ['1'.repeat(18), '1'.repeat(18)],
          ...id.exceeds.map((each) => [each]),
          '1'.repeat(18),
        ],
      },
      thread_id: id,
      username: matching(['x', 'x'.repeat(80)], ['', ' ', 'x'.repeat(81)]),
      avatar_url: matching(
        ['https://a', url + 'x'.repeat(2000 - url.length)],
        ['http://a', 'https://', 'https://a b', url + 'x'.repeat(2001 - url.length)],
      ),
      mentions: oneOf('none', 'users', 'roles', 'everyone'),
      silent: flag,
      suppress_embeds: flag,
      spoiler: flag,
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
          { ...poll, question: '' },
          { ...poll, question: 'x'.repeat(301) },
          { ...poll, options: [] },
          { ...poll, options: Array(11).fill('x') },
          { ...poll, options: ['x'.repeat(56)] },
          { ...poll, options: [' '] },
          { ...poll, duration_minutes: 59 },
          { ...poll, duration_minutes: 46_140 },
          { ...poll, duration_minutes: 90 },
          { ...poll, is_multiple: 1 },
          { ...poll, other: 1 },
          'When?',
        ],
      },
    },
  },
  credentials: {
    fields: { webhook_url: text(1, 500), file_limit: number(1, 24) },
    required: { webhook_url: url },
  },
});
