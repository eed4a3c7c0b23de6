import { describe, expect, test } from 'vitest';
import { makeMedia } from '../testing/media.ts';
import { composeVideo, listForced } from './post.ts';

const settings = {
  consent: true,
  privacy_level: 'SELF_ONLY',
  paid_partnership: false,
  own_brand: false,
} as const;
const media = [makeMedia({ kind: 'video', altText: null })];
const free = { comment: false, duet: false, stitch: false };

const plain = {
  title: 'Ding',
  privacy_level: 'SELF_ONLY',
  disable_comment: true,
  disable_duet: true,
  disable_stitch: true,
  brand_content_toggle: false,
  brand_organic_toggle: false,
  is_aigc: false,
};

describe('a setting of a video changes one field of the request', () => {
  test.each([
    [{}, {}],
    [{ disable_comment: false }, { disable_comment: false }],
    [{ disable_duet: false }, { disable_duet: false }],
    [{ disable_stitch: false }, { disable_stitch: false }],
    [{ paid_partnership: true }, { brand_content_toggle: true }],
    [{ own_brand: true }, { brand_organic_toggle: true }],
    [{ made_with_ai: true }, { is_aigc: true }],
    [{ cover_at_ms: 0 }, { video_cover_timestamp_ms: 0 }],
  ])('%j', (own, changed) => {
    const post = { text: 'Ding', settings: { ...settings, ...own }, media };
    expect(composeVideo(post, free)).toEqual({ post_info: { ...plain, ...changed } });
  });
});

describe('what the account has switched off stays off', () => {
  const open = { ...settings, disable_comment: false, disable_duet: false, disable_stitch: false };
  const post = { text: 'Ding', settings: open, media };
  const allowed = { ...plain, disable_comment: false, disable_duet: false, disable_stitch: false };

  test.each([
    ['comment', 'comments'],
    ['duet', 'duets'],
    ['stitch', 'stitches'],
  ])('%s', (name, words) => {
    const forced = { ...free, [name]: true };
    expect(composeVideo(post, forced)).toEqual({ post_info: { ...allowed, [`disable_${name}`]: true } });
    expect(listForced(post, forced)).toEqual([
      `The account does not allow ${words} at TikTok, so this post has none.`,
    ]);
    expect(listForced({ ...post, settings }, forced)).toEqual([]);
  });
});
