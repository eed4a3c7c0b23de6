import type { NetworkSpec } from '../testing/kit.ts';
import { makeCaptions, makeMedia } from '../testing/media.ts';
import { startFake } from './fake.ts';
import { problem } from './fake-refusals.ts';
import { x } from './index.ts';

const text = 'Hear the bells';
/** X changes links and signs in its list. */
const changed = `${text} & more at example.com/bells <3`;
const video = makeMedia({ id: 2, kind: 'video', width: 720, height: 720, altText: null });
const captioned = { ...video, captions: makeCaptions('srt', 'en', 'de') };
const gif = makeMedia({ id: 5, mimeType: 'image/gif', animated: true });
const poll = { options: ['Yes', 'No', 'Perhaps'], duration_minutes: 60 };

/** A limit of which nothing is left until a moment. */
const spent = (limit: string) => (_: number, until: Date) => ({
  ...problem(429, 'Too Many Requests', undefined, 'Too Many Requests'),
  headers: { [`${limit}-remaining`]: '0', [`${limit}-reset`]: String(until.getTime() / 1000) },
});

export const specs: readonly NetworkSpec[] = [
  {
    network: x,
    startFake,
    doubt: 'ask',
    posts: {
      // X refuses a text that the account has just published, but not beside other files: a twin is possible.
      'two pictures, and a link': {
        post: {
          text: changed,
          settings: {},
          media: [makeMedia(), makeMedia({ id: 4 })],
        },
        parts: 1,
      },
      'a video with captions': { post: { text: '', settings: {}, media: [captioned] }, parts: 1 },
      'a poll': {
        post: { text: changed, settings: { poll, reply_settings: 'following' }, media: [] },
        parts: 1,
      },
      'a thread with an animated GIF, and a first comment': {
        post: {
          text,
          settings: { thread: ['Ding', { text: 'Dong', media_ids: [5] }], first_comment: 'Listen!' },
          media: [],
          files: new Map([[5, gif]]),
        },
        parts: 3,
      },
    },
    variants: {
      thread: { values: [['Ding', 'Dong']] },
      poll: { values: [poll], beside: { media: [] } },
      quote: { values: ['1234567890', '1234567891'], beside: { media: [] } },
      first_comment: { values: ['Listen!', 'Look!'] },
      community_id: { values: ['7', '8'] },
      share_with_followers: { values: [true], beside: { settings: { community_id: '7' } } },
    },
    waits: {
      'X-Rate-Limit-Reset': spent('x-rate-limit'),
      'X-User-Limit-24Hour-Reset': spent('x-user-limit-24hour'),
    },
    lag: 60,
    tellsTwins: true,
    refusesDuplicates: true,
  },
];
