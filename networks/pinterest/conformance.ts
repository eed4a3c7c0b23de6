import { makeFile } from '../testing/bytes.ts';
import type { NetworkSpec } from '../testing/kit.ts';
import { makeMedia } from '../testing/media.ts';
import { startFake } from './fake.ts';
import { refuse } from './fake-refusals.ts';
import { pinterest } from './index.ts';

const settings = { board_id: '100' };
const text = 'Hear the bells';
const video = makeMedia({ kind: 'video', altText: null });

/** Each has bytes of its own. */
const covers = new Map([7, 8].map((id) => [id, makeFile(Buffer.alloc(5, id), { id })]));

const throttled = refuse(429, 8, 'You have exceeded your rate limit.');

export const specs: readonly NetworkSpec[] = [
  {
    network: pinterest,
    startFake,
    doubt: 'ask',
    settings,
    posts: {
      'a picture with a title and a link': {
        post: {
          text,
          settings: { ...settings, title: 'The bell', link: 'https://example.com/bells' },
          media: [makeMedia()],
        },
        parts: 1,
      },
      // A pin has one alt text.
      'a carousel without a text': {
        post: { text: '', settings, media: [makeMedia(), makeMedia({ id: 2, altText: null })] },
        parts: 1,
      },
      'a video with a cover': {
        post: { text, settings: { ...settings, cover: 7 }, media: [video], files: covers },
        parts: 1,
      },
    },
    variants: {
      board_id: { values: ['100', '200'], isNeeded: true },
      board_section_id: { values: ['101'] },
      title: { values: ['The bell', 'The tower'] },
      link: { values: ['https://example.com/bells', 'https://example.com/towers'] },
      cover: { values: [7, 8], beside: { media: [video], files: covers } },
      cover_at_ms: { values: [1000, 2500], beside: { media: [video] } },
      dominant_color: { values: ['#6E7874', '#FFFFFF'] },
    },
    waits: {
      'X-RateLimit-Reset in seconds': (seconds) => ({
        ...throttled,
        headers: { 'x-ratelimit-reset': String(seconds) },
      }),
      'X-RateLimit-Reset as a moment': (_, until) => ({
        ...throttled,
        headers: { 'x-ratelimit-reset': String(until.getTime() / 1000) },
      }),
    },
    lag: 60,
    // The adapter has one place for a video.
    unjudged: ['videos.max', 'media.mixed'],
  },
];
