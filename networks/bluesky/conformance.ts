import type { Outgoing } from '../core/network.ts';
import type { NetworkSpec } from '../testing/kit.ts';
import { startFake } from './fake.ts';
import { bluesky } from './index.ts';

const post: Outgoing = { text: 'Hear the bells', settings: {}, media: [] };

export const specs: readonly NetworkSpec[] = [
  {
    network: bluesky,
    startFake,
    doubt: 'ask',
    posts: {
      'a post': { post, parts: 1 },
      'a thread': { post: { ...post, settings: { thread: ['Again', 'And again'] } }, parts: 3 },
      'a gated post': {
        post: { ...post, settings: { reply_gate: 'nobody', disable_quotes: true } },
        parts: 1,
      },
    },
  },
];
