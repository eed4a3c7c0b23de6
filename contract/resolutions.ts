/** The decisions of people on targets that were not published, or may not have been. */
import { named } from './named.ts';
import { Post } from './posts.ts';
import type { Route } from './route.ts';
import { API, closed, Id, nullable, Text, wrapped } from './shapes.ts';
import { Type } from './type.ts';

export const resolutionOutcomes = ['published', 'not_published'] as const;

const ResolutionIn = named(
  'ResolutionIn',
  closed({
    outcome: Type.Enum(resolutionOutcomes, {
      description:
        '`published`: a person has seen the post at its network. `not_published`: a person has looked, and it is not there.',
    }),
    external_url: Type.Optional({
      ...nullable(Text({ maxLength: 2000 })),
      description: 'The page of the post. Only with `published`.',
    }),
    send_again: Type.Optional(
      Type.Boolean({
        description:
          'True: publish this target now, as it was saved. Only with `not_published`. Default: false.',
      }),
    ),
  }),
);

const params = closed({ id: Id, target_id: Id });

export const resolutionRoutes = {
  resolveTarget: {
    method: 'POST',
    path: `${API}/posts/:id/targets/:target_id/resolution`,
    summary: 'Say whether a target with an unknown outcome is live',
    description:
      'For a target that failed with `outcome_unknown`. `published`: the target is published, nothing is sent, and `confirmed_by` names you. `not_published`: the target stays failed with the code `not_published`, and a retry no longer needs `confirm_resend`. With `send_again`, it is published at once, which needs the right to publish without approval. Of two people who answer at once, the second gets `nothing_in_doubt`.',
    permission: 'post.write',
    params,
    body: ResolutionIn,
    status: 200,
    output: wrapped(Post),
    errors: [
      'not_found',
      'nothing_in_doubt',
      'post_publishing',
      'declaration_required',
      'version_conflict',
      'storage_full',
    ],
    versioned: true,
    conditional: true,
  },
  dismissTarget: {
    method: 'POST',
    path: `${API}/posts/:id/targets/:target_id/dismiss`,
    summary: 'Remove a failed or missed target from the attention list',
    description:
      'The post does not change. If the target is sent again and fails again, it is in the list again. A target that may be live cannot be dismissed: it wants a resolution.',
    permission: 'post.write',
    params,
    status: 204,
    output: null,
    errors: ['not_found', 'nothing_to_dismiss'],
  },
} as const satisfies Record<string, Route>;
