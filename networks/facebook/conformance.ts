import type { Outgoing } from '../core/network.ts';
import type { NetworkSpec } from '../testing/kit.ts';
import { makeMedia } from '../testing/media.ts';
import { startFake } from './fake.ts';
import { facebook } from './index.ts';

const text = 'Hear the bells';
const image = makeMedia();
const video = makeMedia({ kind: 'video', id: 2, altText: null });
const post = (media: Outgoing['media'], settings: Outgoing['settings'] = {}) => ({ text, settings, media });

export const specs: readonly NetworkSpec[] = [
  {
    network: facebook,
    startFake,
    doubt: 'ask',
    posts: {
      'a text': { post: post([]), parts: 1 },
      'a link': { post: { ...post([], { link: 'https://bells.example/' }), text: '' }, parts: 1 },
      'two photos': { post: post([image, image]), parts: 1 },
      'a text with a comment': { post: post([], { first_comment: 'Ding' }), parts: 1 },
      'a video': { post: post([video], { title: 'Bells' }), parts: 1 },
      'a reel': { post: post([video], { format: 'reel', location: '123' }), parts: 1 },
      'two stories': { post: post([image, video], { format: 'story' }), parts: 2 },
    },
  },
];
