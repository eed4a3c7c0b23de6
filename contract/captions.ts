/** The captions of videos in the library. */
import { MAX_CAPTION_LANGUAGES, MAX_CAPTIONS } from '@belfry/networks/core/captions.ts';
import { named } from './named.ts';
import type { Route } from './route.ts';
import { Count, closed, Id, namedWorkspace, PUBLIC, Text } from './shapes.ts';
import { Type } from './type.ts';

/** The captions of a video as a file shows them. Their text has an address of its own. */
export const Captions = named(
  'Captions',
  closed({
    language: Type.String({ description: 'BCP 47, such as `en` or `pt-BR`.' }),
    sizes: closed(
      { vtt: Count, srt: Count },
      { description: 'Bytes as WebVTT and as SRT. Networks take the one or the other.' },
    ),
  }),
);

export const captionsOfVideo = Type.Array(Captions, {
  maxItems: MAX_CAPTION_LANGUAGES,
  description: 'The captions of a video, in the order in which they were added.',
});

const params = closed({
  id: Id,
  language: { ...Text({ minLength: 2, maxLength: 12 }), description: 'BCP 47, such as `en` or `pt-BR`.' },
});

const path = `${PUBLIC}/media/:id/captions/:language`;

export const captionRoutes = {
  setCaptions: {
    method: 'PUT',
    path,
    summary: 'Add captions to a video, or replace those in this language',
    description: `\`text\` is the content of an SRT or WebVTT file. Networks that take captions get them in the format that they accept. Of styles, only bold, italics and underlines are kept. A video can have captions in ${MAX_CAPTION_LANGUAGES} languages. Posts that are already published do not change. Approved posts with this video must be approved again.`,
    permission: 'media.write',
    params,
    body: closed({ text: Text({ minLength: 1, maxLength: MAX_CAPTIONS }) }),
    status: 204,
    output: null,
    errors: ['not_found', 'post_publishing'],
  },
  getCaptions: {
    method: 'GET',
    path,
    summary: 'Get the captions of a video in one language, as WebVTT',
    description: 'For the `<track>` of a video on a page.',
    permission: 'media.read',
    params,
    query: closed(namedWorkspace),
    status: 200,
    output: 'file',
    content: { 'text/vtt': Type.String() },
    errors: ['not_found'],
  },
  deleteCaptions: {
    method: 'DELETE',
    path,
    summary: 'Delete the captions of a video in one language',
    description: 'As for `setCaptions`, approved posts with this video must be approved again.',
    permission: 'media.write',
    params,
    status: 204,
    output: null,
    errors: ['not_found', 'post_publishing'],
  },
} as const satisfies Record<string, Route>;
