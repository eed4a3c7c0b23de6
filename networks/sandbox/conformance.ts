import type { NetworkSpec } from '../testing/kit.ts';
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
    },
  },
];
