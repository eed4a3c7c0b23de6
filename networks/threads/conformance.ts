import type { Media, Outgoing } from '../core/network.ts';
import type { NetworkSpec } from '../testing/kit.ts';
import { makeMedia } from '../testing/media.ts';
import { startFake } from './fake.ts';
import { threads } from './index.ts';

const text = 'Hear the bells';
const image = makeMedia();
const video = makeMedia({ kind: 'video', id: 2 });
const post = (own: Partial<Outgoing>) => ({ text, settings: {}, media: [], ...own });
const files = new Map<number, Media>([
  [1, image],
  [2, video],
]);

export const specs: readonly NetworkSpec[] = [
  {
    network: threads,
    startFake,
    doubt: 'ask',
    posts: {
      'a text': { post: post({}), parts: 1 },
      'a text with a comment': { post: post({ settings: { first_comment: 'Ding' } }), parts: 2 },
      'an image': { post: post({ media: [image], settings: { is_spoiler: true } }), parts: 1 },
      'a carousel': { post: post({ media: [image, video] }), parts: 1 },
      'a poll': {
        post: post({
          settings: {
            poll: { options: ['Ding', 'Dong'] },
            ...{ topic_tag: 'Bells', quote: '17', location: '12345', reply_control: 'mentioned_only' },
          },
        }),
        parts: 1,
      },
      'a thread': {
        post: post({
          media: [video],
          settings: {
            thread: ['Hear them again', { text: '', media_ids: [1, 2] }],
          },
          files,
        }),
        parts: 3,
      },
    },
  },
];
