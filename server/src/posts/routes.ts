import type { Context } from '../base/context.ts';
import type { Handlers } from '../http/index.ts';
import { readEnd, readStart } from '../text/moment.ts';
import * as posts from './posts.ts';
import { reconcilePost } from './reconcile.ts';
import { listTimeline } from './timeline/timeline.ts';

type PostHandlers = Pick<
  Handlers,
  | 'createPost'
  | 'validatePost'
  | 'listPosts'
  | 'getPost'
  | 'updatePost'
  | 'deletePost'
  | 'reconcilePost'
  | 'listPostEvents'
>;

export function postHandlers(ctx: Context): PostHandlers {
  return {
    createPost: ({ who, body, idempotencyKey }) => posts.createPost(ctx, who, body, idempotencyKey),
    validatePost: async ({ who, body }) => ({ body: { data: await posts.validatePost(ctx, who, body) } }),
    async listPosts({ who, query }) {
      const filter = {
        from: query.from && readStart(query.from),
        to: query.to && readEnd(query.to),
        status: query.status,
        channelIds: query['channel_ids[]'],
      };
      return { json: await posts.listPosts(ctx, who, filter) };
    },
    async getPost({ who, params }) {
      const { json, etag } = await posts.getPost(ctx, who, params.id);
      return { json, headers: { etag } };
    },
    async updatePost({ who, params, body, ifMatch }) {
      const post = await posts.updatePost(ctx, who, params.id, body, ifMatch);
      return { body: { data: post.body }, headers: { etag: post.etag } };
    },
    async deletePost({ who, params, ifMatch }) {
      await posts.deletePost(ctx, who, params.id, ifMatch);
      return { body: undefined };
    },
    async reconcilePost({ who, params, ifMatch }) {
      const { json, etag } = await reconcilePost(ctx, who, params.id, ifMatch);
      return { json, headers: { etag } };
    },
    listPostEvents: async ({ who, params }) => ({ body: { data: await listTimeline(ctx, who, params.id) } }),
  };
}
