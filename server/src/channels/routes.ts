import type { Context } from '../base/context.ts';
import { type Handlers, replyData, replyNothing } from '../http/index.ts';
import * as channels from './channels.ts';
import { beginSignIn, connectByForm } from './connect.ts';
import { nextSlot } from './queue.ts';

export function channelHandlers(ctx: Context) {
  return {
    listChannels: ({ who }) => replyData(channels.listChannels(ctx, who)),
    createChannel: ({ who, body, idempotencyKey }) => connectByForm(ctx, who, body, idempotencyKey),
    beginConnect: async ({ who, body }) => ({
      body: { data: { authorize_url: await beginSignIn(ctx, who, body) } },
    }),
    getChannel: ({ who, params }) => replyData(channels.getChannel(ctx, who, params.id)),
    updateChannel: ({ who, params, body }) =>
      replyData(channels.setPostingTimes(ctx, who, params.id, body.posting_times)),
    deleteChannel: ({ who, params }) => replyNothing(channels.removeChannel(ctx, who, params.id)),
    getChannelSettings: ({ who, params }) => replyData(channels.getSettingsSchema(ctx, who, params.id)),
    listNetworks: ({ who }) => replyData(channels.listNetworks(ctx, who)),
    getNextSlot: ({ who, query }) => replyData(nextSlot(ctx, who, query['channel_ids[]'])),
  } satisfies Partial<Handlers>;
}
