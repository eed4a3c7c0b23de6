import type { Context } from '../base/context.ts';
import { type Handlers, replyData, replyNothing } from '../http/index.ts';
import { unsubscribe } from './mailing/unsubscribe.ts';
import { listNotices, readNotices } from './notices.ts';
import { changeSettings, getSettings } from './settings/settings.ts';

export function noticeHandlers(ctx: Context) {
  return {
    listNotices: async ({ who, query }) => ({ body: await listNotices(ctx, who, query) }),
    readNotices: ({ who, body }) => replyData(readNotices(ctx, who, body.ids)),
    getNoticeSettings: ({ who }) => replyData(getSettings(ctx, who)),
    updateNoticeSettings: ({ who, body }) => replyData(changeSettings(ctx, who, body.settings)),
    unsubscribe: ({ body }) => replyNothing(unsubscribe(ctx, body.token)),
  } satisfies Partial<Handlers>;
}
