import { describe } from 'vitest';
import { describeNetwork } from '../testing/kit.ts';
import { makeMedia } from '../testing/media.ts';
import { startFake } from './fake.ts';
import { mastodon } from './index.ts';
import type { KnownSoftware } from './software.ts';

const picture = { text: 'Hear the bells', settings: {}, media: [makeMedia()] };
const thread = { text: 'Ding', settings: { thread: ['Dong', 'Dong'] }, media: [] };
const posts = { 'a picture': { post: picture, parts: 1 }, 'a thread': { post: thread, parts: 3 } };

describe.each<KnownSoftware>(['mastodon', 'gotosocial', 'pleroma', 'hollo'])('%s', (software) => {
  describeNetwork({ network: mastodon, startFake: () => startFake({ software }), doubt: 'ask', posts });
});

/** Pixelfed's list omits replies, so a thread may end unconfirmed. Pixelfed accepts no post without a file. */
describe('pixelfed', () => {
  const conditions = { network: mastodon, startFake: () => startFake({ software: 'pixelfed' }) };
  describeNetwork({ ...conditions, doubt: 'ask', posts: { 'a picture': posts['a picture'] } });
  const post = { ...thread, media: picture.media };
  describeNetwork({ ...conditions, doubt: 'neither', posts: { 'a thread': { post, parts: 3 } } });
});
