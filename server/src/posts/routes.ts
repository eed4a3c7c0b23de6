import type { QueryOf } from '@belfry/contract/routes.ts';
import type { Context } from '../base/context.ts';
import { type Handlers, replyData, replyNothing } from '../http/index.ts';
import { readEnd, readStart } from '../text/moment.ts';
import { listBin, restorePost } from './bin/bin.ts';
import { changePosts } from './bulk/bulk.ts';
import { getCalendar } from './calendar/calendar.ts';
import { deleteWorkingCopy, getWorkingCopy, putWorkingCopy } from './copies/copies.ts';
import * as posts from './posts.ts';
import { reconcilePost } from './reconcile.ts';
import { dismissTarget } from './resolving/dismiss.ts';
import { resolveTarget } from './resolving/resolve.ts';
import { getApproved, listReviews, reviewPost } from './reviews/reviews.ts';
import { patchPost, updatePost } from './saving/change.ts';
import { openCreation } from './saving/create.ts';
import { listTimeline } from './timeline/timeline.ts';
import { listMediaUses } from './uses/uses.ts';

/** The filters that the list and the calendar have in common. */
function filterOf(query: Omit<QueryOf<'getCalendar'>, 'from' | 'to'>) {
  return {
    statuses: query['status[]'],
    channelIds: query['channel_ids[]'],
    authorId: query.author_id,
    labelIds: query['label_ids[]'],
  };
}

/** The statuses that both parameters allow. */
function statusesOf({ status, 'status[]': list }: QueryOf<'listPosts'>) {
  if (status === undefined) return list;
  return list === undefined || list.includes(status) ? [status] : [];
}

async function replyVersioned<Made extends { etag: string }>(made: Promise<Made>) {
  const { etag, ...answer } = await made;
  return { ...answer, headers: { etag } };
}

export function postHandlers(ctx: Context) {
  const create = openCreation(ctx);
  return {
    createPost: ({ who, body, idempotencyKey }) => posts.createPost(ctx, who, body, idempotencyKey, create),
    validatePost: ({ who, body }) => replyData(posts.validatePost(ctx, who, body)),
    async listPosts({ who, query }) {
      const filter = {
        from: query.from && readStart(query.from),
        to: query.to && readEnd(query.to),
        unplanned: query.unplanned,
        ...filterOf(query),
        statuses: statusesOf(query),
      };
      return { json: await posts.listPosts(ctx, who, filter, query) };
    },
    async getCalendar({ who, query }) {
      const filter = { from: readStart(query.from), to: readEnd(query.to), ...filterOf(query) };
      return { json: await getCalendar(ctx, who, filter, query.q) };
    },
    getPost: ({ who, params }) => replyVersioned(posts.getPost(ctx, who, params.id)),
    updatePost: ({ who, params, body, ifMatch }) =>
      replyVersioned(updatePost(ctx, who, params.id, body, ifMatch)),
    patchPost: ({ who, params, body, ifMatch }) =>
      replyVersioned(patchPost(ctx, who, params.id, body, ifMatch)),
    deletePost: ({ who, params, ifMatch }) => replyNothing(posts.deletePost(ctx, who, params.id, ifMatch)),
    changePosts: ({ who, body }) => replyData(changePosts(ctx, who, body)),
    restorePost: ({ who, params }) => replyVersioned(restorePost(ctx, who, params.id)),
    listBin: async ({ who, query }) => ({ body: await listBin(ctx, who, query) }),
    getWorkingCopy: ({ who, params }) => replyData(getWorkingCopy(ctx, who, params.id)),
    putWorkingCopy: ({ who, params, body }) => replyData(putWorkingCopy(ctx, who, params.id, body)),
    deleteWorkingCopy: ({ who, params }) => replyNothing(deleteWorkingCopy(ctx, who, params.id)),
    reconcilePost: ({ who, params, ifMatch }) => replyVersioned(reconcilePost(ctx, who, params.id, ifMatch)),
    resolveTarget: ({ who, params, body, ifMatch }) =>
      replyVersioned(resolveTarget(ctx, who, params, body, ifMatch)),
    dismissTarget: ({ who, params }) => replyNothing(dismissTarget(ctx, who, params)),
    reviewPost: ({ who, params, body, ifMatch }) => replyData(reviewPost(ctx, who, params.id, body, ifMatch)),
    getApproved: ({ who, params }) => replyData(getApproved(ctx, who, params.id)),
    listReviews: ({ who, params }) => replyData(listReviews(ctx, who, params.id)),
    listMediaUses: async ({ who, params }) => ({ body: await listMediaUses(ctx, who, params.id) }),
    listPostEvents: ({ who, params }) => replyData(listTimeline(ctx, who, params.id)),
  } satisfies Partial<Handlers>;
}
