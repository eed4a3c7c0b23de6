/** Mentions and tags to complete what people type. */
import type { Static } from 'typebox';
import { named } from './named.ts';
import type { Route } from './route.ts';
import { API, closed, Text, Timestamp, wrapped } from './shapes.ts';
import { Type } from './type.ts';

export const MAX_SUGGESTIONS = 20;

const suggestionKinds = ['mention', 'tag'] as const;

export type SuggestionKind = (typeof suggestionKinds)[number];

export const Suggestion = named(
  'Suggestion',
  closed({
    text: Type.String({
      description: 'As it was written last, with its sign: `@ada@tower.example`, `#FairDay`.',
    }),
    uses: Type.Integer({ minimum: 1, description: 'Posts that used it.' }),
    used_at: Timestamp,
  }),
);

export type Suggestion = Static<typeof Suggestion>;

export const suggestionRoutes = {
  listSuggestions: {
    method: 'GET',
    path: `${API}/suggestions`,
    summary: 'Complete a mention or a tag from what the workspace used before',
    description: `At most ${MAX_SUGGESTIONS}, the most used and the latest first. They come from posts that were scheduled or submitted to the network, not from drafts. A member who is limited to some channels gets those of these channels. Of each kind, the workspace keeps the 2,000 that were used last.`,
    permission: 'post.write',
    query: closed({
      kind: Type.Enum(suggestionKinds),
      platform: Text({ minLength: 1, maxLength: 40 }),
      q: Type.Optional({
        ...Text({ maxLength: 100 }),
        description: 'The beginning, with or without its sign. Capitals and accents make no difference.',
      }),
    }),
    status: 200,
    output: wrapped(Type.Array(Suggestion, { maxItems: MAX_SUGGESTIONS })),
    errors: [],
  },
} as const satisfies Record<string, Route>;
