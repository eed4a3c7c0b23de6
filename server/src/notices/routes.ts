import type { noticeRoutes } from '@belfry/contract/notices.ts';
import type { Context } from '../base/context.ts';
import type { Handlers } from '../http/index.ts';
import { unsubscribe } from './mailing/unsubscribe.ts';
import { listNotices, readNotices } from './notices.ts';
import { changeSettings, getSettings } from './settings/settings.ts';

export function noticeHandlers(ctx: Context): Pick<Handlers, keyof typeof noticeRoutes> {
  return {
    listNotices: async ({ who, query }) => ({ body: await listNotices(ctx, who, query) }),
    readNotices: async ({ who, body }) => ({
      body: { data: await readNotices(ctx, who, body.ids) },
    }),
    getNoticeSettings: async ({ who }) => ({ body: { data: await getSettings(ctx, who) } }),
    updateNoticeSettings: async ({ who, body }) => ({
      body: { data: await changeSettings(ctx, who, body.settings) },
    }),
    async unsubscribe({ body }) {
      await unsubscribe(ctx, body.token);
      return { body: undefined };
    },
  };
}
