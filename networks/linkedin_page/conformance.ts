import { conformancePosts } from '../families/linkedin/fake-conformance.ts';
import type { NetworkSpec } from '../testing/kit.ts';
import { startFake } from './fake.ts';
import { linkedinPage } from './index.ts';

const { all, image } = conformancePosts;

export const specs: readonly NetworkSpec[] = [
  {
    network: linkedinPage,
    startFake,
    doubt: 'ask',
    posts: {
      ...all,
      'an image with a comment': {
        ...image,
        post: { ...image.post, settings: { first_comment: 'More soon' } },
      },
    },
  },
];
