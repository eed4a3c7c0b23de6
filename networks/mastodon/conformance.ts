import type { NetworkSpec } from '../testing/kit.ts';
import { makeMedia } from '../testing/media.ts';
import { startFake } from './fake.ts';
import { mastodon } from './index.ts';
import type { KnownSoftware } from './software.ts';

const picture = { text: 'Hear the bells', settings: {}, media: [makeMedia()] };
const thread = { text: 'Ding', settings: { thread: ['Dong', 'Dong'] }, media: [] };
const posts = { 'a picture': { post: picture, parts: 1 }, 'a thread': { post: thread, parts: 3 } };

const of = (software: KnownSoftware, more: Pick<NetworkSpec, 'doubt' | 'posts'>): NetworkSpec => ({
  network: mastodon,
  variant: software,
  startFake: () => startFake({ software }),
  ...more,
});

export const specs: readonly NetworkSpec[] = [
  ...(['mastodon', 'gotosocial', 'pleroma', 'hollo'] as const).map((each) =>
    of(each, { doubt: 'ask', posts }),
  ),
  // Pixelfed's list omits replies, so a thread may end unconfirmed. Pixelfed accepts no post without a file.
  of('pixelfed', { doubt: 'ask', posts: { 'a picture': posts['a picture'] } }),
  of('pixelfed', {
    doubt: 'neither',
    posts: { 'a thread': { post: { ...thread, media: picture.media }, parts: 3 } },
  }),
];
