import type { Outgoing } from '../core/network.ts';
import { covers, shows } from '../families/meta/fake-conformance.ts';
import { refuse } from '../families/meta/fake-graph.ts';
import type { NetworkSpec, PostSpec } from '../testing/kit.ts';
import { makeMedia } from '../testing/media.ts';
import { type FakeVia, startFake } from './fake.ts';
import { instagram } from './index.ts';

const text = 'Hear the bells';
const image = makeMedia({ mimeType: 'image/jpeg' });
const video = makeMedia({ kind: 'video', id: 2, altText: null });
const post = (media: Outgoing['media'], settings: Outgoing['settings'], parts = 1): PostSpec => ({
  post: { text, settings, media },
  parts,
});

const common = {
  'an image': post([image], {}),
  'two stories': post([image, image], { format: 'story' }, 2),
};
const commented = { format: 'reel', first_comment: 'Ding', comments_enabled: false };

const person = { username: 'ada', x: 0.1, y: 0.2 };

const by = (
  via: FakeVia,
  own: Pick<NetworkSpec, 'posts' | 'refreshes' | 'deletes' | 'unjudged'>,
): NetworkSpec => ({
  network: instagram,
  variant: `by ${via}`,
  startFake: () => startFake({ via }),
  doubt: 'ask',
  signIn: { via },
  variants: {
    format: { values: ['story'], beside: { media: [image], settings: { comments_enabled: true } } },
    cover: { values: [7, 8], beside: { files: covers } },
    cover_at_ms: { values: [1000] },
    audio_name: { values: ['Bells'] },
    collaborators: { values: [['ada', 'grace']] },
    user_tags: {
      values: [[person, { ...person, username: 'grace', media: 1 }]],
      beside: { media: [image, image], settings: { format: 'feed' } },
    },
    location: { values: ['112724962075996'] },
    first_comment: { values: ['Ding', 'Dong'] },
  },
  throttles: { 'the limit of a day': refuse(400, '9/2207042', 'Application request limit reached.') },
  shows,
  ...own,
});

/** Stories have neither texts nor a common limit, and only images of the feed have descriptions. */
const unjudged = [
  ...(['text.max', 'text.hashtags', 'text.mentions', 'media.max', 'alt.max'] as const).map(
    (name) => `story ${name}` as const,
  ),
  'reel alt.max' as const,
];

export const specs: readonly NetworkSpec[] = [
  by('facebook', {
    posts: {
      'a reel': post([video], { format: 'reel' }),
      'a carousel of an image and a video': post([image, video], {}),
      ...common,
    },
    refreshes: false,
    // An upload does not name its type.
    unjudged: [...unjudged, 'video.types'],
  }),
  by('instagram', {
    posts: {
      'a reel with a comment': post([video], commented),
      'a carousel': post([image, image], {}),
      ...common,
    },
    refreshes: 'valid',
    deletes: false,
    unjudged,
  }),
];
