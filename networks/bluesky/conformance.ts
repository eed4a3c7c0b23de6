import type { Outgoing } from '../core/network.ts';
import type { NetworkSpec } from '../testing/kit.ts';
import { makeCaptions, makeMedia } from '../testing/media.ts';
import { startFake } from './fake.ts';
import { bluesky } from './index.ts';

const post: Outgoing = { text: 'Hear the bells', settings: {}, media: [] };

const quote = 'https://bsky.app/profile/bob.test/post/3lbellsring22';

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
      'two pictures': { post: { ...post, media: [makeMedia(), makeMedia({ id: 2 })] }, parts: 1 },
      'two pictures and a quote': {
        post: { ...post, settings: { quote }, media: [makeMedia(), makeMedia({ id: 2 })] },
        parts: 1,
      },
      'a video': { post: { ...post, media: [makeMedia({ kind: 'video' })] }, parts: 1 },
      'a video with captions': {
        post: { ...post, media: [makeMedia({ kind: 'video', captions: makeCaptions('vtt', 'en', 'de') })] },
        parts: 1,
      },
    },
    variants: {
      langs: { values: [['en', 'de']] },
      labels: { values: [['nudity', 'porn']] },
      tags: { values: [['bells', 'towers']] },
      reply_gate: { values: ['nobody', { mention: true, follower: true, following: true }] },
      link_card: { values: [{ url: 'https://bells.example/', title: 'Bells', description: 'All of them' }] },
      quote: { values: [quote, 'at://did:plc:z72i7hdynmk6r22z27h6tvur/app.bsky.feed.post/3lbellsring23'] },
      thread: { values: [['Again', 'And again']] },
    },
    waits: {
      'RateLimit-Reset': (_, until) => ({
        status: 429,
        headers: { 'ratelimit-reset': String(until.getTime() / 1000) },
        body: { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' },
      }),
    },
    // The schema allows image/*, and no length of alt texts. The adapter has one place for a video.
    unjudged: ['image.types', 'video.types', 'videos.max', 'media.mixed', 'alt.max'],
  },
];
