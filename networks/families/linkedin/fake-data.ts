/** The limits and fields of both networks a second time, from LinkedIn's pages. */
import { type Edge, flag, matching, oneOf, text } from '../../testing/data.ts';

export const familyLimits = {
  'text.max': 3000,
  'media.max': 20,
  'images.max': 20,
  'videos.max': 1,
  'media.mixed': false,
  'image.types': ['image/jpeg', 'image/png', 'image/gif'],
  'image.pixels': 36_152_319,
  'animated.frames': 250,
  'alt.max': 4086,
  'video.types': ['video/mp4'],
  'video.bytes': 500_000_000,
  'video.seconds': 1800,
  'video.min_seconds': 3,
};

export const familyFormats = {
  post: {},
  document: {
    'media.min': 1,
    'media.max': 300,
    'images.max': 300,
    'media.bytes': 100_000_000,
    'videos.max': 0,
    'image.types': ['image/jpeg'],
    'image.bytes': 4_990_000,
  },
};

const file: Edge = { fits: [1, 9_000_000], exceeds: [0, 1.5, '1', null] };

/** At most so many characters, and not only spaces. */
function words(most: number): Edge {
  const { fits, exceeds } = text(1, most);
  return { fits, exceeds: [...exceeds, ' '] };
}

const poll = { question: 'Which?', options: ['A', 'B'] };

const polls: Edge = {
  fits: [
    poll,
    { question: 'x'.repeat(140), options: ['x'.repeat(30), 'B', 'C', 'D'], duration_minutes: 1440 },
    ...[4320, 10_080, 20_160].map((duration_minutes) => ({ ...poll, duration_minutes })),
  ],
  exceeds: [
    { question: 'Which?' },
    { options: ['A', 'B'] },
    { ...poll, question: ' ' },
    { ...poll, question: 'x'.repeat(141) },
    { ...poll, options: ['A'] },
    { ...poll, options: ['A', 'B', 'C', 'D', 'E'] },
    { ...poll, options: ['A', 'x'.repeat(31)] },
    { ...poll, options: ['A', ' '] },
    { ...poll, duration_minutes: 60 },
    { ...poll, more: 1 },
    'poll',
  ],
};

export const settingsFields = {
  format: oneOf('post', 'document'),
  disable_reshare: flag,
  title: words(200),
  cover: file,
  link: matching(
    ['https://a.example', `http://${'a'.repeat(1993)}`],
    ['', 'ftp://a', 'https://', 'https://a b', 'javascript:x', `http://${'a'.repeat(1994)}`],
  ),
  link_title: words(400),
  link_description: words(4000),
  link_image: file,
  poll: polls,
  first_comment: words(1250),
};

export const appInput = {
  fields: {
    client_id: text(1, 300),
    client_secret: text(1, 300),
    products: {
      fits: [['sign_in', 'share'], ['community_management', 'comments'], ['share']],
      exceeds: [[], ['share', 'share'], ['ads'], 'share', null],
    },
    tier: oneOf('development', 'standard'),
    version: matching(['202601', '209912'], ['202600', '202613', '2026', '2026-01', '199901', '2026011']),
  },
  required: { client_id: '86bells', client_secret: 'secret' },
};
