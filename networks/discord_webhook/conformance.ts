import type { NetworkSpec } from '../testing/kit.ts';
import { makeMedia } from '../testing/media.ts';
import { startFake } from './fake.ts';
import { discordWebhook } from './index.ts';

const text = 'Hear the bells';

export const specs: readonly NetworkSpec[] = [
  {
    network: discordWebhook,
    startFake,
    doubt: 'neither',
    posts: {
      'a text': { post: { text, settings: {}, media: [] }, parts: 1 },
      'two pictures': { post: { text, settings: {}, media: [makeMedia(), makeMedia({ id: 2 })] }, parts: 1 },
    },
  },
];
