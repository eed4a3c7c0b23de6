import type { NetworkSpec } from '../testing/kit.ts';
import { makeMedia } from '../testing/media.ts';
import { startFake } from './fake.ts';
import { x } from './index.ts';

const text = 'Hear the bells';
const video = makeMedia({ id: 2, kind: 'video', altText: null });
const gif = makeMedia({ id: 3, mimeType: 'image/gif', animated: true });

export const specs: readonly NetworkSpec[] = [
  {
    network: x,
    startFake,
    doubt: 'ask',
    posts: {
      'a text with a link': {
        post: { text: `${text} & more at example.com/bells <3`, settings: {}, media: [] },
        parts: 1,
      },
      'two pictures': { post: { text, settings: {}, media: [makeMedia(), makeMedia({ id: 4 })] }, parts: 1 },
      'a video without a text': { post: { text: '', settings: {}, media: [video] }, parts: 1 },
      'an animated GIF': { post: { text, settings: {}, media: [gif] }, parts: 1 },
      'a poll': {
        post: {
          text: `${text}?`,
          settings: { poll: { options: ['Yes', 'No'], duration_minutes: 60 }, reply_settings: 'following' },
          media: [],
        },
        parts: 1,
      },
      'a quote': { post: { text, settings: { quote: '1234567890' }, media: [] }, parts: 1 },
      'a thread with a picture, and a first comment': {
        post: {
          text,
          settings: { thread: ['Ding', { text: 'Dong', media_ids: [5] }], first_comment: 'Listen!' },
          media: [makeMedia()],
          files: new Map([[5, makeMedia({ id: 5 })]]),
        },
        parts: 4,
      },
    },
  },
];
