/** The posts with which both networks are tried. */
import type { Media, Outgoing } from '../../core/network.ts';
import { makeMedia } from '../../testing/media.ts';
import type { Settings } from './settings.ts';

const text = 'Hear the bells (all of them) at 5 #bells';

/** A video of two parts. */
const size = 100 * 1024;
const video = makeMedia({
  kind: 'video',
  size,
  async *open({ start, end = size } = { start: 0 }) {
    yield Buffer.alloc(end - start, 7);
  },
});

function make(post: Partial<Outgoing<Settings>>): { post: Outgoing; parts: number } {
  const files = new Map([[7, makeMedia({ id: 7 })]]);
  return { post: { text, settings: {}, media: [], files, ...post } as Outgoing, parts: 1 };
}

const images = (count: number): Media[] =>
  Array.from({ length: count }, (_, at) =>
    makeMedia({ id: at + 1, altText: at === 0 ? null : `Bell ${at}` }),
  );

const posts = {
  'a text': make({}),
  'an image': make({ media: images(1) }),
  'three images without a text': make({ text: '', media: images(3) }),
  'a video with title and cover': make({ media: [video], settings: { title: 'Bells', cover: 7 } }),
  'a link with its card': make({
    settings: { link: 'https://bells.example/', link_title: 'Bells', link_image: 7, disable_reshare: true },
  }),
  'a poll for people who are signed in': make({
    settings: {
      visibility: 'logged_in',
      poll: { question: 'Which bell?', options: ['One', 'Two'], duration_minutes: 1440 },
    },
  }),
};

export const conformancePosts = { all: posts, text: posts['a text'], image: posts['an image'] };
