import type { Outgoing } from '../core/network.ts';
import type { NetworkSpec } from '../testing/kit.ts';
import { makeMedia } from '../testing/media.ts';
import { type FakeVia, startFake } from './fake.ts';
import { instagram } from './index.ts';

const text = 'Hear the bells';
const image = makeMedia({ mimeType: 'image/jpeg' });
const video = makeMedia({ kind: 'video', id: 2, altText: null });
const post = (media: Outgoing['media'], settings: Outgoing['settings'] = {}) => ({ text, settings, media });

const posts = {
  'an image': { post: post([image]), parts: 1 },
  'a carousel': { post: post([image, video]), parts: 1 },
  'a reel': { post: post([video], { share_to_feed: false }), parts: 1 },
  'two stories': { post: post([image, image], { format: 'story' }), parts: 2 },
  'an image with a comment': {
    post: post([image], { first_comment: 'Ding', comments_enabled: false }),
    parts: 1,
  },
};

const by = (via: FakeVia, names: (keyof typeof posts)[]): NetworkSpec => ({
  network: instagram,
  variant: `by ${via}`,
  startFake: () => startFake({ via }),
  doubt: 'ask',
  posts: Object.fromEntries(names.map((name) => [name, posts[name]])),
});

export const specs: readonly NetworkSpec[] = [
  by('facebook', ['an image', 'a carousel', 'a reel', 'two stories', 'an image with a comment']),
  by('instagram', ['an image', 'a carousel', 'two stories']),
];
