import type { NetworkSpec } from '../testing/kit.ts';
import { makeMedia } from '../testing/media.ts';
import { startFake } from './fake.ts';
import { youtube } from './index.ts';

const settings = { made_for_kids: false };
const text = 'Hear the bells';

/** A file whose bytes before the last part need a request of their own. */
const long = makeMedia({
  kind: 'video',
  size: 600 * 1024,
  async *open({ start, end = 600 * 1024 } = { start: 0 }) {
    yield Buffer.alloc(end - start, 7);
  },
});

export const specs: readonly NetworkSpec[] = [
  {
    network: youtube,
    startFake,
    doubt: 'ask',
    settings,
    posts: {
      'a short file': { post: { text, settings, media: [makeMedia({ kind: 'video' })] }, parts: 1 },
      'a file of several parts': { post: { text, settings, media: [long] }, parts: 1 },
      'a video with a playlist': {
        post: { text, settings: { ...settings, playlist_id: 'PL1' }, media: [makeMedia({ kind: 'video' })] },
        parts: 1,
      },
    },
  },
];
