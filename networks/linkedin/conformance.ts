import { conformancePosts, inThisMonth, unjudged, variants } from '../families/linkedin/fake-conformance.ts';
import type { NetworkSpec } from '../testing/kit.ts';
import { startCommunityFake, startFake } from './fake.ts';
import { linkedin } from './index.ts';

const { text, image, images, video, document } = conformancePosts;

export const specs: readonly NetworkSpec[] = [
  {
    network: linkedin,
    startFake: inThisMonth(startCommunityFake),
    doubt: 'neither',
    refusesDuplicates: true,
    variant: 'with refresh tokens',
    posts: {
      'an image with a comment': image,
      'two images without a text': images,
      'a document of three pages': document,
    },
    // Nobody can know whether a post in doubt shows its two images.
    leftovers: 2,
    variants,
    unjudged,
  },
  {
    network: linkedin,
    startFake: inThisMonth(startFake),
    doubt: 'neither',
    refusesDuplicates: true,
    refreshes: false,
    posts: {
      'a text': text,
      'a video with title, cover and captions': video,
      'a document that the app cannot ask about': document,
    },
    // An app without Community Management may not write comments.
    variants: { ...variants, first_comment: { values: ['More soon'], startFake: startCommunityFake } },
    unjudged,
  },
];
