import { makeFile } from '../testing/bytes.ts';
import type { NetworkSpec } from '../testing/kit.ts';
import { makeCaptions, makeMedia } from '../testing/media.ts';
import { startFake } from './fake.ts';
import { youtube } from './index.ts';

const settings = { made_for_kids: false };
const text = 'Hear the bells';

const bytes = Uint8Array.from({ length: 600 * 1024 }, (_, index) => index % 251);

/** A file whose bytes before the last part need a request of their own. */
const long = makeFile(bytes, { kind: 'video' });

const covers = new Map([
  [7, makeMedia({ id: 7, mimeType: 'image/jpeg' })],
  [8, makeFile(Uint8Array.of(1), { id: 8, mimeType: 'image/png' })],
]);

/** A YouTube that takes no cover before it has processed the video. */
async function startSlowFake() {
  const fake = await startFake();
  fake.channel.processingSeconds = 40;
  return fake;
}

export const specs: readonly NetworkSpec[] = [
  {
    network: youtube,
    startFake: startSlowFake,
    doubt: 'ask',
    settings,
    posts: {
      'a short file': { post: { text, settings, media: [makeMedia({ kind: 'video' })] }, parts: 1 },
      'a file of several parts': { post: { text, settings, media: [long] }, parts: 1 },
      'a video with a playlist': {
        post: { text, settings: { ...settings, playlist_id: 'PL1' }, media: [makeMedia({ kind: 'video' })] },
        parts: 1,
      },
      'a video with captions': {
        post: {
          text,
          settings,
          media: [makeMedia({ kind: 'video', captions: makeCaptions('vtt', 'en', 'de') })],
        },
        parts: 1,
      },
      'a Short with a cover': {
        post: {
          text,
          settings: { ...settings, cover: 7 },
          media: [makeMedia({ kind: 'video', width: 3, height: 4 })],
          files: covers,
        },
        parts: 1,
      },
    },
    variants: {
      title: { values: ['Bells'] },
      category_id: { values: ['10'] },
      tags: { values: [['bells', 'towers']] },
      default_language: { values: ['en'] },
      playlist_id: { values: ['PL1', 'PL2'] },
      first_comment: { values: ['First', 'Second'] },
      cover: { values: [7, 8], beside: { files: covers }, startFake },
    },
    // The adapter has one place for a video. Images are covers only.
    unjudged: ['media.max', 'images.max', 'videos.max', 'image.types', 'image.bytes'],
  },
];
