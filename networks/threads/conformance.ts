import type { Media, Outgoing } from '../core/network.ts';
import type { NetworkSpec } from '../testing/kit.ts';
import { makeMedia } from '../testing/media.ts';
import { startFake } from './fake.ts';
import { threads } from './index.ts';

const text = 'Hear the bells';
const image = makeMedia();
const video = makeMedia({ kind: 'video', id: 2, altText: null });
const post = (own: Partial<Outgoing>) => ({ text, settings: {}, media: [], ...own });
const files = new Map<number, Media>([[3, makeMedia({ id: 3, altText: 'Another bell' })]]);
const poll = { options: ['Ding', 'Dong', 'Both'] };
const none = { beside: { media: [] } };

export const specs: readonly NetworkSpec[] = [
  {
    network: threads,
    startFake,
    doubt: 'ask',
    posts: {
      'a carousel': { post: post({ media: [image, video], settings: { topic_tag: 'Bells' } }), parts: 1 },
      'a poll': { post: post({ settings: { poll, reply_control: 'mentioned_only' } }), parts: 1 },
      'a thread with a comment': {
        post: post({
          media: [video],
          settings: {
            thread: ['Hear them again', { text: '', media_ids: [3] }],
            first_comment: 'Ding',
          },
          files,
        }),
        parts: 3,
      },
    },
    variants: {
      thread: { values: [['Ding', 'Dong']] },
      topic_tag: { values: ['Bells', 'Bell ringing'] },
      link: { values: ['https://a.example/', 'https://b.example/'], ...none },
      poll: { values: [poll], ...none },
      quote: { values: ['17', '18'] },
      location: { values: ['12345', '12346'] },
      first_comment: { values: ['Ding', 'Dong'] },
    },
    lag: 60,
    refreshes: 'valid',
  },
];
