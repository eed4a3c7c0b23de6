import type { NetworkSpec } from '../testing/kit.ts';
import { makeMedia } from '../testing/media.ts';
import { startFake } from './fake.ts';
import { telegram } from './index.ts';

const text = 'Hear the bells';
const video = makeMedia({ id: 2, kind: 'video' });

export const specs: readonly NetworkSpec[] = [
  {
    network: telegram,
    startFake,
    doubt: 'neither',
    posts: {
      'a text': { post: { text, settings: { pin: true }, media: [] }, parts: 1 },
      'a text with formats': {
        post: { text: '<b>Hear</b> 🔔 <i>them</i>', settings: { parse_mode: 'HTML' }, media: [] },
        parts: 1,
      },
      'a picture': { post: { text, settings: {}, media: [makeMedia()] }, parts: 1 },
      'a video': { post: { text: '', settings: { spoiler: true }, media: [video] }, parts: 1 },
      'an album': { post: { text, settings: {}, media: [makeMedia(), video] }, parts: 2 },
      'a poll': {
        post: { text, settings: { poll: { question: 'When?', options: ['Noon', 'Never'] } }, media: [] },
        parts: 1,
      },
      'a thread': { post: { text, settings: { thread: ['Again.'] }, media: [] }, parts: 2 },
    },
  },
];
