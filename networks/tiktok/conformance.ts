import type { NetworkSpec } from '../testing/kit.ts';
import { makeMedia } from '../testing/media.ts';
import { startFake } from './fake.ts';
import { makeVideo } from './fake-video.ts';
import { tiktok } from './index.ts';

const text = 'Hear the bells';
const facts = { kind: 'video', width: 720, height: 1280, duration: 10, altText: null } as const;
const video = makeMedia(facts);
const photo = makeMedia({ mimeType: 'image/jpeg', altText: null });
const photos = [photo, makeMedia({ ...photo, id: 2 })];
const settings = {
  consent: true,
  privacy_level: 'PUBLIC_TO_EVERYONE',
  paid_partnership: false,
  own_brand: false,
};
const hidden = { ...settings, privacy_level: 'SELF_ONLY' };
const draft = { consent: true, post_mode: 'MEDIA_UPLOAD' };

/** A file of two chunks. */
const long = makeVideo(10 * 1024 * 1024 + 7, facts);

/** A TikTok whose status lags, and which never says that it has a whole file. */
async function startLateFake() {
  const fake = await startFake();
  fake.tiktok.posts.lag = 90;
  fake.tiktok.posts.answers = { last: 206, over: 416 };
  return fake;
}

const common: Omit<NetworkSpec, 'posts' | 'doubt'> = {
  network: tiktok,
  startFake,
  settings,
  variants: {
    // The server keeps it. TikTok does not ask for it.
    consent: { values: [true], isNeeded: true },
    privacy_level: { values: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'], isNeeded: true },
    paid_partnership: { values: [true, false], isNeeded: true },
    own_brand: { values: [true, false], isNeeded: true },
    disable_duet: { values: [false], beside: { media: [video] } },
    disable_stitch: { values: [false], beside: { media: [video] } },
    made_with_ai: { values: [true], beside: { media: [video] } },
    cover_at_ms: { values: [0, 1500], beside: { media: [video] } },
    title: { values: ['Bells', 'Towers'], beside: { media: photos } },
    photo_cover_index: { values: [1], refused: [2], beside: { media: photos } },
    auto_add_music: { values: [true], beside: { media: photos } },
  },
  // The adapter has one place for a video.
  unjudged: ['video media.max', 'videos.max'],
};

export const specs: readonly NetworkSpec[] = [
  {
    ...common,
    doubt: 'ask',
    lag: 90,
    posts: {
      'a public video': { post: { text, settings, media: [video] }, parts: 1 },
      'a hidden video in chunks': { post: { text, settings: hidden, media: [long] }, parts: 1 },
      // TikTok takes no text with it.
      'a draft of a video': { post: { text: '', settings: draft, media: [video] }, parts: 1 },
    },
  },
  {
    ...common,
    startFake: startLateFake,
    variant: 'a late status',
    doubt: 'ask',
    lag: 90,
    posts: { 'a public video': { post: { text, settings, media: [video] }, parts: 1 } },
  },
  {
    ...common,
    variant: 'photos',
    // TikTok names the id of a publication only in the answer that is lost.
    doubt: 'neither',
    posts: {
      'photos with a title': {
        post: { text, settings: { ...settings, title: 'Bells' }, media: photos },
        parts: 1,
      },
      'a draft of a photo': { post: { text, settings: draft, media: [photo] }, parts: 1 },
    },
  },
];
