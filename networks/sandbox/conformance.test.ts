import { describeNetwork } from '../testing/kit.ts';
import { startFake } from './fake.ts';
import { sandbox } from './index.ts';

describeNetwork({
  network: sandbox,
  startFake,
  doubt: 'key',
  posts: {
    'a post': { post: { text: 'Hear the bells', settings: {}, media: [] }, parts: 1 },
    'a post that tries out a lost answer': {
      post: { text: 'Hear the bells', settings: { behaviour: 'lose_reply' }, media: [] },
      parts: 1,
    },
  },
});
