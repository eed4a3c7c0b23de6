import type { NetworkSpec } from '../testing/kit.ts';
import { makeMedia } from '../testing/media.ts';
import { startFake } from './fake.ts';
import { tiktok } from './index.ts';

const text = 'Hear the bells';
const video = makeMedia({ kind: 'video', altText: null });
const photo = makeMedia({ mimeType: 'image/jpeg', altText: null });
const settings = { consent: true, privacy_level: 'SELF_ONLY', paid_partnership: false, own_brand: false };
const draft = { consent: true, post_mode: 'MEDIA_UPLOAD' };

const common = { network: tiktok, startFake, settings };

/** A file of two chunks. */
const size = 10 * 1024 * 1024 + 7;
const long = makeMedia({
  kind: 'video',
  altText: null,
  size,
  async *open({ start, end = size } = { start: 0 }) {
    for (let at = start; at < end; at += 65_536) yield Buffer.alloc(Math.min(65_536, end - at), 7);
  },
});

export const specs: readonly NetworkSpec[] = [
  {
    ...common,
    doubt: 'ask',
    posts: {
      'a video': { post: { text, settings, media: [video] }, parts: 1 },
      'a public video with all settings': {
        post: {
          text,
          settings: {
            ...settings,
            privacy_level: 'PUBLIC_TO_EVERYONE',
            paid_partnership: true,
            own_brand: true,
            disable_comment: false,
            disable_duet: false,
            disable_stitch: false,
            made_with_ai: true,
            cover_at_ms: 0,
          },
          media: [video],
        },
        parts: 1,
      },
      'a draft of a video': { post: { text: '', settings: draft, media: [video] }, parts: 1 },
    },
  },
  {
    ...common,
    variant: 'long videos',
    doubt: 'ask',
    posts: { 'a video in chunks': { post: { text, settings, media: [long] }, parts: 1 } },
  },
  {
    ...common,
    variant: 'photos',
    // TikTok names the id of a publication only in the answer that is lost.
    doubt: 'neither',
    posts: {
      'photos with a title': {
        post: {
          text,
          settings: { ...settings, title: 'Bells', photo_cover_index: 1, auto_add_music: true },
          media: [photo, makeMedia({ ...photo, id: 2 })],
        },
        parts: 1,
      },
      'a draft of a photo': { post: { text, settings: draft, media: [photo] }, parts: 1 },
    },
  },
];
