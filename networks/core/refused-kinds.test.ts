/** Files of a kind that a network does not take. */
import { expect, test } from 'vitest';
import { checkVersion } from './check.ts';
import type { Limits, MediaFacts, Rules, Version } from './limits.ts';

const own = <T>(value: T) => ({ value, source: 'here', checked: '2026-11-28' });
const image: MediaFacts = {
  ...{ id: 1, kind: 'image', mimeType: 'image/jpeg', size: 1000, width: 1000, height: 1000 },
  ...{ duration: null, animated: false, altText: 'Bells' },
};
const video: MediaFacts = { ...image, kind: 'video', mimeType: 'video/mp4', altText: null };
const limits: Limits = {
  'images.max': own(0),
  'image.types': own(['image/png']),
  'image.side': own(1),
  'alt.max': own(1),
};

function check(rules: Partial<Rules>, version: Partial<Version>) {
  const all = { platform: 'test', name: 'Test', settings: {}, limits, ...rules };
  return checkVersion(all, {}, { text: '', settings: {}, media: [], ...version });
}

const said = (rules: Partial<Rules>, media: readonly MediaFacts[]) =>
  check(rules, { media }).map(({ rule, message }) => `${rule}: ${message}`);

test('are refused in one sentence, which says nothing of their type, size and alt texts', () => {
  expect(said({}, [image, image])).toEqual(['images.max: takes no images; this post has 2']);
});

test('are no reason against files of the other kind', () => {
  expect(said({}, [image, video])).toEqual(['images.max: takes no images; this post has 1']);
  const withTypes = { ...limits, 'video.types': own(['video/webm']), 'video.codecs': own(['vp9']) };
  expect(said({ limits: withTypes }, [image, video]).slice(1)).toEqual([
    expect.stringMatching(/^video\.types: accepts WebM; this video is MP4/),
  ]);
});

test('may be taken in another format of the network', () => {
  const formats = { story: { title: 'Story', limits: { 'images.max': own(0) } } };
  const story = { media: [image], settings: { format: 'story' } };
  expect(check({ limits: { 'images.max': own(3) }, formats }, story)).toMatchObject([
    {
      ...{ field: 'media_ids', rule: 'images.max', measured: 1, limit: 0, params: { of: 'format' } },
      message: 'takes no images in this format; this post has 1',
    },
  ]);
});
