import type { Outgoing } from '../core/network.ts';
import { covers, shows } from '../families/meta/fake-conformance.ts';
import type { NetworkSpec, PostSpec } from '../testing/kit.ts';
import { makeCaptions, makeMedia } from '../testing/media.ts';
import { startFake } from './fake.ts';
import { facebook } from './index.ts';

const text = 'Hear the bells';
const image = makeMedia();
/** Each of them other than the others, and more than Facebook takes at once. */
const frames = Buffer.from(Array.from({ length: 150 }, (_, index) => index));
const video = makeMedia({
  ...{ kind: 'video', id: 2, altText: null, width: 1080, height: 1920, duration: 10 },
  size: frames.length,
  async *open({ start, end } = { start: 0 }) {
    yield frames.subarray(start, end);
  },
});
const captioned = { ...video, captions: makeCaptions('srt', 'de', 'pt-PT') };
const post = (media: Outgoing['media'], settings: Outgoing['settings'] = {}, parts = 1): PostSpec => ({
  post: { text, settings, media },
  parts,
});

export const specs: readonly NetworkSpec[] = [
  {
    network: facebook,
    startFake,
    doubt: 'ask',
    lag: 120,
    refusesDuplicates: true,
    posts: {
      'two photos': post([image, image]),
      'a text with a comment': post([], { first_comment: 'Ding' }),
      'a video with captions': post([captioned], { title: 'Bells' }),
      'a reel with captions': post([captioned], { format: 'reel', location: '123' }),
      'two stories': post([image, video], { format: 'story' }, 2),
    },
    variants: {
      format: { values: ['reel', 'story'], beside: { media: [video] } },
      link: { values: ['https://bells.example/', 'https://bells.example/two'], beside: { media: [] } },
      title: { values: ['Bells', 'More bells'], beside: { media: [video] } },
      cover: { values: [7, 8], beside: { media: [video], files: covers } },
      location: { values: ['123', '124'] },
      first_comment: { values: ['Ding', 'Dong'] },
    },
    shows,
    unjudged: [
      // Stories have neither texts nor a common limit.
      ...(['text.max', 'media.max', 'videos.max'] as const).map((name) => `story ${name}` as const),
      // Videos and stories have no descriptions.
      ...['video', 'reel', 'story'].map((format) => `${format} alt.max` as const),
      // These uploads do not name the type of a video.
      ...['reel', 'story'].map((format) => `${format} video.types` as const),
    ],
  },
];
