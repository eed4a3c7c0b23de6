/** The posts and settings with which both networks are tried. */
import type { Media, Outgoing } from '../../core/network.ts';
import type { NetworkSpec } from '../../testing/kit.ts';
import { makeCaptions, makeMedia } from '../../testing/media.ts';
import type { LinkedinFake } from './fake-linkedin.ts';
import type { Settings } from './settings.ts';

const text = 'Hear the bells (all of them) at 5 #bells';

/** A file without two equal parts, unlike that of another first byte. */
function fill(byte: number, size: number, facts: Partial<Media>): Media {
  return makeMedia({
    ...facts,
    size,
    async *open({ start, end = size } = { start: 0 }) {
      yield Uint8Array.from({ length: end - start }, (_, at) => (byte + start + at) % 251);
    },
  });
}

/** A video of two parts. LinkedIn has no alternative text of videos. */
const video = fill(7, 100 * 1024, { kind: 'video', altText: null });
const captioned = { ...video, captions: makeCaptions('srt', 'pt-BR') };
/** A red picture of 4 × 3 pixels. */
const jpeg = Buffer.from(
  [
    '/9j/2wBDABQUFBQVFBcZGRcfIh4iHy4rJycrLkYyNjI2MkZqQk5CQk5Cal5yXVZdcl6phXZ2hanDpJukw+zT0+z/////////2wBD',
    'ARQUFBQVFBcZGRcfIh4iHy4rJycrLkYyNjI2MkZqQk5CQk5Cal5yXVZdcl6phXZ2hanDpJukw+zT0+z/////////wgARCAADAAQD',
    'ASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAVAQEBAAAAAAAAAAAAAAAAAAAEBv/aAAwDAQACEAMQAAAAiANT/8QA',
    'FBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPwB//8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAgBAgEBPwB//8QAFBEBAAAAAAAA',
    'AAAAAAAAAAAAAP/aAAgBAwEBPwB//9k=',
  ].join(''),
  'base64',
);

/** LinkedIn shows no alternative texts of a document. */
export function makePage(id: number): Media {
  return makeMedia({
    id,
    mimeType: 'image/jpeg',
    name: 'bell.jpg',
    altText: null,
    size: jpeg.length,
    async *open({ start, end } = { start: 0 }) {
      yield jpeg.subarray(start, end);
    },
  });
}

const pages = [1, 2, 3].map(makePage);

const pictures = [7, 8].map((id) => fill(id, 100, { id }));
const files = new Map(pictures.map((file) => [file.id, file]));

function make(post: Partial<Outgoing<Settings>>): NetworkSpec['posts'][string] {
  return { post: { text, settings: {}, media: [], files, ...post } as Outgoing, parts: 1 };
}

const images = (count: number): Media[] =>
  Array.from({ length: count }, (_, at) =>
    makeMedia({ id: at + 1, altText: at === 0 ? null : `Bell ${at}` }),
  );

export const conformancePosts = {
  text: make({}),
  image: make({ media: [makeMedia()], settings: { first_comment: 'More soon' } }),
  images: make({ text: '', media: images(2) }),
  document: make({ media: pages, settings: { format: 'document', title: 'Bells' } }),
  video: make({ media: [captioned], settings: { title: 'Bells', cover: 7 } }),
};

/** With the version of this month, because checks warn of one that is about to end. */
export function inThisMonth(start: () => Promise<LinkedinFake>): () => Promise<LinkedinFake> {
  return async () => {
    const fake = await start();
    const version = new Date().toISOString().slice(0, 7).replace('-', '');
    fake.linkedin.versions.push(version);
    return Object.assign(fake, { app: { ...fake.app, version } });
  };
}

const link = 'https://bells.example/';
const card = { media: [], settings: { link, link_title: 'Bells' } };

export const variants: NonNullable<NetworkSpec['variants']> = {
  format: { values: ['document'], beside: { media: pages, settings: { title: 'Bells' } } },
  title: { values: ['Bells', 'More bells'], beside: { media: [video] } },
  cover: { values: [7, 8], beside: { media: [video] } },
  link: { values: [link, `${link}tower`], beside: { media: [] } },
  link_title: { values: ['Bells', 'More bells'], beside: card },
  link_description: { values: ['Ding', 'Dong'], beside: card },
  link_image: { values: [7, 8], beside: card },
  poll: {
    values: [{ question: 'Which?', options: ['One', 'Two', 'Three'], duration_minutes: 1440 }],
    beside: { media: [] },
  },
  first_comment: { values: ['More soon', 'Even more'] },
};

/** The adapter has one place for a video. LinkedIn finds the type of a file in its bytes, which the fake does not read. */
export const unjudged: NonNullable<NetworkSpec['unjudged']> = [
  'videos.max',
  'media.mixed',
  'image.types',
  'video.types',
  // No document has alternative texts.
  'document alt.max',
];
