import type { NetworkSpec } from '../testing/kit.ts';
import { makeMedia } from '../testing/media.ts';
import { startFake } from './fake.ts';
import { pinterest } from './index.ts';

const settings = { board_id: '100' };
const text = 'Hear the bells';
const video = makeMedia({ kind: 'video', altText: null });

export const specs: readonly NetworkSpec[] = [
  {
    network: pinterest,
    startFake,
    doubt: 'ask',
    settings,
    posts: {
      'a picture with all settings': {
        post: {
          text,
          settings: {
            ...settings,
            board_section_id: '101',
            title: 'The bell',
            link: 'https://example.com/bells',
            dominant_color: '#6E7874',
          },
          media: [makeMedia()],
        },
        parts: 1,
      },
      'a picture without a text': { post: { text: '', settings, media: [makeMedia()] }, parts: 1 },
      'a carousel': { post: { text, settings, media: [makeMedia(), makeMedia({ id: 2 })] }, parts: 1 },
      'a video with a moment as its cover': {
        post: { text, settings: { ...settings, cover_at_ms: 2500 }, media: [video] },
        parts: 1,
      },
      'a video with a cover': {
        post: {
          text,
          settings: { ...settings, cover: 7 },
          media: [video],
          files: new Map([[7, makeMedia({ id: 7 })]]),
        },
        parts: 1,
      },
    },
  },
];
