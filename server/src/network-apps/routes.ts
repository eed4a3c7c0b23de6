import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { Context } from '../base/context.ts';
import { type Handlers, replyData, replyNothing } from '../http/index.ts';
import { deleteNetworkApp, listNetworkApps, setNetworkApp } from './network-apps.ts';

export function networkAppHandlers(ctx: Context) {
  return {
    listNetworkApps: ({ who }) => replyData(listNetworkApps(ctx, who)),
    setNetworkApp: ({ who, params, body }) =>
      replyData(setNetworkApp(ctx, who, params.family, body as JsonObject)),
    deleteNetworkApp: ({ who, params }) => replyNothing(deleteNetworkApp(ctx, who, params.family)),
  } satisfies Partial<Handlers>;
}
