import type { Context } from '../base/context.ts';
import type { Handlers } from '../http/index.ts';
import * as channels from './channels.ts';
import { beginSignIn, connectByForm } from './connect.ts';
import { nextSlot } from './queue.ts';

type ChannelHandlers = Pick<
  Handlers,
  | 'listChannels'
  | 'createChannel'
  | 'beginConnect'
  | 'getChannel'
  | 'updateChannel'
  | 'deleteChannel'
  | 'getChannelSettings'
  | 'listNetworks'
  | 'getNextSlot'
>;

export function channelHandlers(ctx: Context): ChannelHandlers {
  return {
    listChannels: async ({ who }) => ({ body: { data: await channels.listChannels(ctx, who) } }),
    createChannel: ({ who, body, idempotencyKey }) => connectByForm(ctx, who, body, idempotencyKey),
    beginConnect: async ({ who, body }) => ({
      body: { data: { authorize_url: await beginSignIn(ctx, who, body) } },
    }),
    getChannel: async ({ who, params }) => ({
      body: { data: await channels.getChannel(ctx, who, params.id) },
    }),
    updateChannel: async ({ who, params, body }) => ({
      body: { data: await channels.setPostingTimes(ctx, who, params.id, body.posting_times) },
    }),
    async deleteChannel({ who, params }) {
      await channels.removeChannel(ctx, who, params.id);
      return { body: undefined };
    },
    getChannelSettings: async ({ who, params }) => ({
      body: { data: await channels.getSettingsSchema(ctx, who, params.id) },
    }),
    listNetworks: async ({ who }) => ({ body: { data: channels.listNetworks(ctx, who) } }),
    getNextSlot: async ({ who, query }) => ({
      body: { data: await nextSlot(ctx, who, query['channel_ids[]']) },
    }),
  };
}
