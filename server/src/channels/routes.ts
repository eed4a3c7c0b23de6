import type { Context } from '../base/context.ts';
import { type Handlers, replyData, replyNothing } from '../http/index.ts';
import { serveAvatar } from './avatars/serve.ts';
import { changeChannel } from './changing/change.ts';
import * as channels from './channels.ts';
import { connectChosen, getChoice } from './connecting/choice.ts';
import { connectByForm } from './connecting/form.ts';
import { beginSignIn } from './connecting/sign-in.ts';
import { listOptions, openQuestions, readQuotas } from './questions/questions.ts';
import { nextSlot } from './queue.ts';
import { changeChannelSet, createChannelSet, deleteChannelSet, listChannelSets } from './sets/sets.ts';
import { listSlots } from './slots/slots.ts';

export function channelHandlers(ctx: Context) {
  const asked = openQuestions(ctx);
  return {
    listChannels: ({ who }) => replyData(channels.listChannels(ctx, who)),
    createChannel: ({ who, body, idempotencyKey }) => connectByForm(ctx, who, body, idempotencyKey),
    beginConnect: ({ who, body }) => replyData(beginSignIn(ctx, who, body)),
    getAccountChoice: ({ who, params }) => replyData(getChoice(ctx, who, params.id)),
    connectAccounts: ({ who, params, body, idempotencyKey }) =>
      connectChosen(ctx, who, params.id, body.account_ids, idempotencyKey),
    getChannel: ({ who, params }) => replyData(channels.getChannel(ctx, who, params.id)),
    updateChannel: ({ who, params, body }) => replyData(changeChannel(ctx, who, params.id, body)),
    deleteChannel: ({ who, params }) => replyNothing(channels.removeChannel(ctx, who, params.id)),
    getChannelSettings: ({ who, params }) => replyData(channels.getSettingsSchema(ctx, who, params.id)),
    listSettingOptions: ({ who, params, query }) => replyData(listOptions(ctx, asked, who, params.id, query)),
    getChannelQuota: ({ who, params }) => replyData(readQuotas(ctx, asked, who, params.id)),
    listNetworks: ({ who }) => replyData(channels.listNetworks(ctx, who)),
    getAvatar: ({ params, method, headers }) => serveAvatar(ctx, { method, headers }, params.name),
    async listSlots({ who, query }) {
      return { body: await listSlots(ctx, who, query) };
    },
    listChannelSets: ({ who }) => replyData(listChannelSets(ctx, who)),
    createChannelSet: ({ who, body }) => replyData(createChannelSet(ctx, who, body)),
    updateChannelSet: ({ who, params, body }) => replyData(changeChannelSet(ctx, who, params.id, body)),
    deleteChannelSet: ({ who, params }) => replyNothing(deleteChannelSet(ctx, who, params.id)),
    getNextSlot: ({ who, query }) => replyData(nextSlot(ctx, who, query['channel_ids[]'])),
  } satisfies Partial<Handlers>;
}
