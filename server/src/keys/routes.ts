import type { keyRoutes } from '@belfry/contract/keys.ts';
import type { Context } from '../base/context.ts';
import type { Handlers } from '../http/index.ts';
import * as keys from './keys.ts';

type KeyHandlers = Pick<Handlers, keyof typeof keyRoutes>;

export function keyHandlers(ctx: Context): KeyHandlers {
  return {
    listKeys: async ({ who }) => ({ body: { data: await keys.listKeys(ctx, who) } }),
    createKey: async ({ who, body }) => ({ body: { data: await keys.createKey(ctx, who, body) } }),
    rotateKey: async ({ who, params, body }) => ({
      body: { data: await keys.rotateKey(ctx, who, params.id, body) },
    }),
    async revokeKey({ who, params }) {
      await keys.revokeKey(ctx, who, params.id);
      return { body: undefined };
    },
  };
}
