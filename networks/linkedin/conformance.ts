import { conformancePosts } from '../families/linkedin/fake-conformance.ts';
import type { NetworkSpec } from '../testing/kit.ts';
import { startCommunityFake, startFake } from './fake.ts';
import { linkedin } from './index.ts';

const { text, image } = conformancePosts;

export const specs: readonly NetworkSpec[] = [
  { network: linkedin, startFake, doubt: 'neither', posts: conformancePosts.all },
  {
    network: linkedin,
    startFake: startCommunityFake,
    doubt: 'neither',
    variant: 'with refresh tokens',
    posts: {
      'a text': text,
      'an image for connections with a comment': {
        ...image,
        post: { ...image.post, settings: { visibility: 'connections', first_comment: 'More soon' } },
      },
    },
  },
];
