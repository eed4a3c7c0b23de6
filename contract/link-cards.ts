/** What a link leads to, for previews. */
import type { Static } from 'typebox';
import { named } from './named.ts';
import type { Route } from './route.ts';
import { API, byId, closed, namedWorkspace, nullable, Text, wrapped } from './shapes.ts';
import { Type } from './type.ts';

export const LinkCard = named(
  'LinkCard',
  closed({
    url: Type.String(),
    title: nullable(Type.String()),
    description: nullable(Type.String()),
    site: nullable({ ...Type.String(), description: 'The name of the site, or its host.' }),
    image_url: nullable({
      ...Type.String({ pattern: '^/api/v1/link-cards/\\d+/image\\?workspace=\\d+$' }),
      description: 'A copy of the page’s picture, at most 640 pixels wide.',
    }),
  }),
);

export type LinkCard = Static<typeof LinkCard>;

export const linkCardRoutes = {
  getLinkCard: {
    method: 'GET',
    path: `${API}/link-cards`,
    summary: 'Get title, description and picture of the page behind a link',
    description:
      'Belfry reads the page within 10 seconds, at most 2 MB, and keeps the card for an hour. What the page does not say is null. Links and redirects to private networks are refused. The texts are those of strangers: show them as plain text.',
    permission: 'post.write',
    perHour: 300,
    query: closed({ url: Text({ minLength: 1, maxLength: 4000 }) }),
    status: 200,
    output: wrapped(LinkCard),
    errors: ['link_refused', 'file_too_large', 'storage_full'],
  },
  getLinkCardImage: {
    method: 'GET',
    path: `${API}/link-cards/:id/image`,
    summary: 'Get the picture of a link card',
    description: 'It expires with its card.',
    permission: 'post.write',
    params: byId,
    query: closed(namedWorkspace),
    status: 200,
    output: 'file',
    content: { 'image/webp': null },
    errors: ['not_found'],
  },
} as const satisfies Record<string, Route>;
