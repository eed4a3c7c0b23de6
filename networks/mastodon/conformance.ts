import type { NetworkSpec } from '../testing/kit.ts';
import { makeMedia } from '../testing/media.ts';
import { startFake } from './fake.ts';
import { mastodon } from './index.ts';
import type { KnownSoftware } from './software.ts';

const picture = { text: 'Hear the bells', settings: {}, media: [makeMedia()] };
const pictures = { ...picture, media: [makeMedia(), makeMedia({ id: 2 })] };
const thread = { text: 'Ding', settings: { thread: ['Dong', 'Dong'] }, media: [] };
const posts = { 'a picture': { post: picture, parts: 1 }, 'a thread': { post: thread, parts: 3 } };
const morePosts = { ...posts, 'two pictures': { post: pictures, parts: 1 } };

const quotes = ['https://else.example/@bob/1', 'https://else.example/@bob/2'];
const quoting = { text: 'Ding', settings: { quote: quotes[0] as string, thread: ['Dong'] }, media: [] };

const of = (
  software: KnownSoftware,
  more: Pick<NetworkSpec, 'doubt' | 'posts' | 'unjudged' | 'lag'>,
): NetworkSpec => ({
  network: mastodon,
  variant: software,
  startFake: () => startFake({ software }),
  variants: {
    spoiler_text: { values: ['Loud'] },
    // With a content warning it is on by default.
    sensitive: { values: [true, false], isNeeded: true, beside: { settings: { spoiler_text: 'Loud' } } },
    language: { values: ['en', 'de'] },
    // Pixelfed has no direct posts. Without a value, a post is public.
    ...(software === 'pixelfed' && {
      visibility: { values: ['public', 'unlisted', 'private'], isNeeded: true },
    }),
    thread: { values: [['Dong', 'Dong']] },
    // Only Mastodon can quote, and no files beside it.
    quote: software === 'mastodon' ? { values: quotes, beside: { media: [] } } : { values: [] },
  },
  waits: {
    'X-RateLimit-Reset': (_, until) => ({
      status: 429,
      headers: { 'x-ratelimit-reset': until.toISOString() },
      body: { error: 'Too many requests' },
    }),
  },
  ...more,
});

/** Seconds, of the list of a server whose database is a replica. */
const lag = 30;

export const specs: readonly NetworkSpec[] = [
  of('mastodon', { doubt: 'ask', posts: { ...morePosts, 'a quote': { post: quoting, parts: 2 } }, lag }),
  of('gotosocial', { doubt: 'ask', posts, lag }),
  // Pleroma takes every type of file.
  of('pleroma', { doubt: 'ask', posts: morePosts, lag, unjudged: ['image.types', 'video.types'] }),
  of('hollo', { doubt: 'ask', posts, lag, unjudged: ['alt.max'] }),
  // Pixelfed's list omits replies, so a thread may end unconfirmed. Pixelfed accepts no post without a file.
  of('pixelfed', { doubt: 'ask', posts: { 'a picture': posts['a picture'] }, lag, unjudged: ['alt.max'] }),
  of('pixelfed', {
    doubt: 'neither',
    posts: { 'a thread': { post: { ...thread, media: picture.media }, parts: 3 } },
    unjudged: ['alt.max'],
  }),
];
