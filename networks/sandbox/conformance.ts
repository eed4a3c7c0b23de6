import type { NetworkSpec } from '../testing/kit.ts';
import { makeCaptions, makeMedia } from '../testing/media.ts';
import { startFake } from './fake.ts';
import { sandbox } from './index.ts';

const post = { text: 'Hear the bells', settings: {}, media: [] };

export const specs: readonly NetworkSpec[] = [
  {
    network: sandbox,
    startFake,
    doubt: 'key',
    posts: {
      'a post': { post, parts: 1 },
      'a post that tries out a lost answer': {
        post: { ...post, settings: { behaviour: 'lose_reply' } },
        parts: 1,
      },
      'a video with captions': {
        post: { ...post, media: [makeMedia({ kind: 'video', captions: makeCaptions('vtt', 'en', 'de') })] },
        parts: 1,
      },
      'two pictures': { post: { ...post, media: [makeMedia(), makeMedia({ id: 2 })] }, parts: 1 },
    },
    // With the others, the post is not published, or only after a person has signed in again.
    variants: { behaviour: { values: ['throttle', 'lose_reply', 'server_error', 'slow'] } },
  },
];
