/** Changes of saved posts. */
import type { Static } from 'typebox';
import { named } from './named.ts';
import { POST_LIMIT, Post, PostIn } from './posts.ts';
import type { Route } from './route.ts';
import { byId, closed, MomentIn, nullable, PUBLIC, wrapped } from './shapes.ts';
import { Type } from './type.ts';

/** The fields to change. The others stay as they are. */
export const PostPatch = named(
  'PostPatch',
  closed({
    status: Type.Optional(PostIn.properties.status),
    scheduled_at: Type.Optional(nullable(MomentIn)),
    queue: PostIn.properties.queue,
    publish_in: PostIn.properties.publish_in,
    label_ids: PostIn.properties.label_ids,
    confirm_resend: PostIn.properties.confirm_resend,
  }),
);

export type PostPatch = Static<typeof PostPatch>;

export const postChangeRoutes = {
  updatePost: {
    method: 'PUT',
    path: `${PUBLIC}/posts/:id`,
    summary: 'Replace a post; scheduling a failed post again retries it',
    description:
      'The body replaces the whole post: fields that you leave out are reset. You may send the answer of `getPost` with another `status`. A post that is publishing or published cannot be changed. Channels that already show a failed post are not published to again, and keep the text and the files that went out: if you change those of the post, the former ones become their own.',
    permission: 'post.write',
    params: byId,
    body: PostIn,
    bodyLimit: POST_LIMIT,
    status: 200,
    output: wrapped(Post),
    errors: [
      'not_found',
      'post_publishing',
      'post_published',
      'post_partly_published',
      'confirm_resend_required',
      'version_conflict',
      'limits_exceeded',
    ],
    versioned: true,
    conditional: true,
  },
  patchPost: {
    method: 'PATCH',
    path: `${PUBLIC}/posts/:id`,
    summary: 'Change the time, the status or the labels of a post; everything else stays',
    description:
      'Checks and approvals are those of `updatePost`. Without `status`, a draft stays a draft, a post that waits for approval keeps waiting, and a failed post is refused: send `scheduled` to publish it again. Labels alone can be changed in every status, and need no new approval.',
    permission: 'post.write',
    params: byId,
    body: PostPatch,
    status: 200,
    output: wrapped(Post),
    errors: [
      'not_found',
      'post_publishing',
      'post_published',
      'post_partly_published',
      'confirm_resend_required',
      'version_conflict',
      'limits_exceeded',
    ],
    versioned: true,
    conditional: true,
  },
  deletePost: {
    method: 'DELETE',
    path: `${PUBLIC}/posts/:id`,
    summary: 'Delete a post; copies on the networks stay',
    description: 'A post that is publishing cannot be deleted until publishing has finished.',
    permission: 'post.write',
    params: byId,
    status: 204,
    output: null,
    errors: ['not_found', 'post_publishing', 'version_conflict'],
    conditional: true,
  },
  reconcilePost: {
    method: 'POST',
    path: `${PUBLIC}/posts/:id/reconcile`,
    summary: 'Ask the networks whether copies with an unknown outcome are live; nothing is sent',
    description:
      'For a failed post with copies that may be live. The post is `scheduled` until the networks have answered. A copy that its network shows becomes `published`. Every other copy fails as before.',
    permission: 'post.write',
    params: byId,
    status: 200,
    output: wrapped(Post),
    errors: ['not_found', 'nothing_in_doubt', 'version_conflict'],
    versioned: true,
    conditional: true,
  },
} as const satisfies Record<string, Route>;
