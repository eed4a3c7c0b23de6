import { conformancePosts, inThisMonth, unjudged, variants } from '../families/linkedin/fake-conformance.ts';
import type { NetworkSpec } from '../testing/kit.ts';
import { startFake } from './fake.ts';
import { linkedinPage } from './index.ts';

const { text, image, images, video, document } = conformancePosts;

export const specs: readonly NetworkSpec[] = [
  {
    network: linkedinPage,
    startFake: inThisMonth(startFake),
    doubt: 'ask',
    posts: {
      // LinkedIn refuses a text that is live already, but not beside another image: a twin is possible.
      'an image with a comment': image,
      'a text': text,
      'two images without a text': images,
      'a document of three pages': document,
      'a video with title, cover and captions': video,
    },
    variants,
    lag: 60,
    tellsTwins: true,
    refusesDuplicates: true,
    unjudged,
  },
];
